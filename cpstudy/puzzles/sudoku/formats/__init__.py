"""File formats of Sudoku beside the text form: grids, lists with columns, tables, XML, records."""
