"""The document contains all parts, is the same bytes twice, and everything in it is escaped."""

from copy import deepcopy

import pytest

from paper.rendering import report, written_pdf
from tests.paper.test_placeholders import FOUND

TEXT = "# Title\n\n{{# rows}} rows (Kamies2016).\n\n" + "\n\n".join(
    f"[{name}]" for name in ("VERDICTS", "RESULTS", "EXPERIMENTS", "PROVENANCE", "REFERENCES")
)
REFERENCES = "## Sources\n\n- **Kamies2016** – Puzzles.\n- **Other2000** – More.\n\n## Methods\n"


@pytest.fixture
def found(tmp_path):
    whole = deepcopy(FOUND)
    (tmp_path / "drawn.svg").write_text("<svg/>")
    whole["items"][0]["figures"] = ["drawn.svg"]
    table = [["n", "states"], ["5", "<600>"]]
    whole["experiments"] = [
        {"name": "01_x", "question": "Why?", "tables": {"growth": table}, "figures": ["drawn.svg"]}
    ]
    return whole


def test_everything_is_in_it(found, tmp_path):
    document = report(found, tmp_path, TEXT, REFERENCES)
    assert "1,234 rows" in document
    assert "<td>5x5, states</td><td>13</td><td>14</td>" in document
    assert "rejected, p &lt; 1e-12" in document
    assert "not judged" in document
    assert "a &lt;table&gt;" in document and "a <table>" not in document
    assert "Not reproduced: lost." in document
    assert "&lt;600&gt;" in document and "Why?" in document
    assert document.count("data:image/svg+xml;base64,") == 2
    assert "Puzzles." in document and "Other2000" not in document
    for name in ("VERDICTS", "RESULTS", "EXPERIMENTS", "PROVENANCE", "REFERENCES"):
        assert f"[{name}]" not in document


def test_what_experiments_show_stands_with_them(found, tmp_path):
    findings = "## 01_x\n\nAll {{table growth | 5 | n}}.\n\n*Not shown:* more.\n\n## 02_y\n\nNo.\n"
    found["experiments"][0]["tables"] = {"growth-small": [["n"], ["5"]]}
    document = report(found, tmp_path, TEXT, REFERENCES, findings=findings)
    assert "Why?</h3>" in document.partition("All 5.</p>\n<p><em>Not shown:</em> more.")[0]
    assert "No." not in document
    with pytest.raises(ValueError, match="0 such rows"):
        report(found, tmp_path, TEXT, REFERENCES, findings=findings.replace("| 5", "| 6"))


def test_wide_tables_lie_across(found, tmp_path):
    wide = [[f"heading{column:02}" for column in range(12)], ["1.5"] * 12]
    wider = [["twelve letters"] + 40 * ["word"], ["2000000"] + 40 * ["x"]]
    found["experiments"][0]["tables"] = {"a": [["n"], ["5"]], "b": wide, "c": wider}
    document = report(found, tmp_path, TEXT, REFERENCES)
    assert document.count('<div class="table wide">') == 1
    assert document.count('<div class="table wide small">') == 1
    assert "<td>2,000,000</td>" in document


def test_of_two_pictures_the_lighter_is_shown_and_dots_are_printed(found, tmp_path):
    (tmp_path / "drawn.png").write_bytes(b"more bytes than the outlines")
    kinds = [
        ("svg+xml" in report(found, tmp_path, TEXT, REFERENCES, printed=printed))
        for printed in (False, True)
    ]
    assert kinds == [True, False]
    (tmp_path / "drawn.png").write_bytes(b"dots")
    assert "svg+xml" not in report(found, tmp_path, TEXT, REFERENCES)


def test_the_same_bytes_twice(found, tmp_path):
    assert report(found, tmp_path, TEXT, REFERENCES) == report(found, tmp_path, TEXT, REFERENCES)


@pytest.mark.filterwarnings("ignore")
def test_pdf_where_it_can_be_made():
    pytest.importorskip("weasyprint")
    made = written_pdf("<h1>χ² ≥ 5</h1>")
    assert made is not None and made[0].startswith(b"%PDF") and made[1] == 1
