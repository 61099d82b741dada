"""File formats of Sudoku besides the text form: grids, lists with columns, tables, XML, records."""
