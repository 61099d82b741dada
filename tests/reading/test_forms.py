"""The table of formats in the documentation agrees with the records of the kinds."""

from cpstudy.puzzles import PUZZLES, kind
from docs.tables import formats


def test_every_form_is_a_line_of_the_table():
    text = "\n".join(formats())
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    found = {(row[0].strip("| `"), row[1].strip("`")): row[2:] for row in rows}
    assert len(found) == len(rows)
    for name in PUZZLES:
        for form in kind(name).formats.values():
            read, written, argument, *_ = found[name, form.name]
            assert (read == "yes", written == "yes") == (bool(form.read), bool(form.write))
            assert (argument == "yes") == (form.read is not None and not form.binary)
    assert "`--frame`" in found["edge_matching", "pieces"][3]
    assert "`--reading sides=`" in found["edge_matching", "pieces"][3]
