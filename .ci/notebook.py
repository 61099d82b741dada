"""Check that a notebook shows a board and a result as drawings."""

import nbformat
from nbclient import NotebookClient

BOARD = "board = cpstudy.puzzle('pipes', '5x5:28b58bdc165751a55193137e2')"
notebook = nbformat.v4.new_notebook(
    cells=[
        nbformat.v4.new_code_cell(f"import cpstudy\n{BOARD}\nboard"),
        nbformat.v4.new_code_cell("cpstudy.verify(board)"),
    ]
)
NotebookClient(notebook, timeout=120).execute()
for cell in notebook.cells:
    (output,) = cell.outputs
    assert {"image/svg+xml", "text/html"} & set(output.data), output.data
