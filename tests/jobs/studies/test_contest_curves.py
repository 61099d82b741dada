"""The figures of a comparison: they are reproducible and state what they leave out."""

from cpstudy.jobs.studies.contest_curves import cactus, draw, ranked, scatter
from cpstudy.study.contest import VIRTUAL_BEST, Contest, Time

NOTHING = Time(0.001, False)
CONTEST = Contest(
    {
        "slow": [Time(3.0), NOTHING],
        "fast": [Time(0.1), Time(0.2)],
        "middle": [Time(1.0), Time(0.1)],
    },
    4.0,
)


def test_the_best_stands_first():
    assert ranked(CONTEST) == ["fast", "middle", "slow"]
    assert [series.label for series in cactus(CONTEST, "pipes").series] == [
        "fast",
        "middle",
        "slow",
        VIRTUAL_BEST,
    ]


def test_a_picture_has_no_more_curves_than_can_be_distinguished():
    many = Contest({f"s{at}": [Time(1.0 + at)] for at in range(12)}, 60.0)
    drawn = cactus(many, "pipes")
    assert len(drawn.series) == 9
    assert "4 slowest solvers left out" in drawn.title


def test_the_two_best_are_put_against_each_other():
    drawn = scatter(CONTEST, "pipes")
    assert drawn.x_label == "wall-clock milliseconds of fast"
    assert drawn.series[0].points == ((100.0, 1000.0), (200.0, 100.0))
    assert not drawn.series[0].joined
    assert scatter(Contest({"alone": [Time(1.0)]}), "pipes") is None


def test_a_run_without_an_answer_is_nowhere_drawn_with_its_own_time():
    """A run of a millisecond without an answer is drawn at the limit of four seconds."""
    (slow,) = (one for one in cactus(CONTEST, "pipes").series if one.label == "slow")
    assert slow.points == ((0.5, 3000.0),)
    two = Contest({name: CONTEST.times[name] for name in ("slow", "middle")}, 4.0)
    assert scatter(two, "pipes").series[0].points == ((1000.0, 3000.0), (100.0, 4000.0))


def test_files_are_the_same_in_every_run(tmp_path):
    first = {path.name: path.read_bytes() for path in draw(CONTEST, "pipes", tmp_path / "a")}
    again = {path.name: path.read_bytes() for path in draw(CONTEST, "pipes", tmp_path / "b")}
    assert set(first) == {
        "pipes-cactus.svg",
        "pipes-cactus.png",
        "pipes-scatter.svg",
        "pipes-scatter.png",
    }
    assert first == again


def test_what_nobody_settled_is_not_drawn(tmp_path):
    assert list(draw(Contest({"a": [NOTHING], "b": [NOTHING]}, 1.0), "pipes", tmp_path)) == []
