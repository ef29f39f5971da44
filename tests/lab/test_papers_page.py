"""The report of the papers: as text, as tables and as one page."""

from html.parser import HTMLParser

import pytest

from tablero.lab.papers import p2, p3, p5
from tablero.lab.papers.horizon import horizon
from tablero.lab.papers.p5_game import paper_game
from tablero.lab.papers.page import page, pictures
from tablero.lab.papers.report import Chapter, PapersReport, PaperVerdict, report_text
from tablero.lab.table import FORMATS, write_tables
from tablero.locale import speak

pytestmark = pytest.mark.plain

COMMAND = "tablero lab papers p2 p3 p5 <&>"
VOID = {"meta", "br", "use", "path"}


@pytest.fixture(scope="module")
def report() -> PapersReport:
    return PapersReport(
        [
            Chapter("p2", p2.title(), [p2.statistics(side=2)]),
            Chapter("p3", p3.title(), [p3.remedy(1, 4, (1, 2)), horizon(1, 4, (1, 2))]),
            Chapter(
                "p5",
                p5.title(),
                [p5.first_move(2), paper_game(2), p5.game_by_move(1, 2, 1)],
            ),
        ],
        COMMAND,
    )


class Reader(HTMLParser):
    """Notes the elements of a page, and fails where they are not closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def count(self, wanted):
        return sum(tag == wanted for tag, _attributes in self.seen)


def read(text):
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


def test_the_page_holds_everything(report):
    text = page(report, [("machine", "a <fast> one")])
    reader = read(text)
    assert reader.count("figure") == len(report.charts()) == 5
    assert reader.count("svg") == 5
    assert reader.count("table") == 1 + 1 + 3 + 3
    assert reader.count("dt") > len(report.chapters)
    assert "a &lt;fast&gt; one" in text
    assert "&lt;&amp;&gt;" in text
    for section in report.sections():
        for finding in section.findings:
            assert finding.command.replace("'", "&#x27;") in text


def test_the_page_needs_nothing_else(report):
    for tag, attributes in read(page(report, [])).seen:
        assert tag not in ("link", "script", "img", "iframe")
        for name in ("href", "src", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#"), (tag, attributes)


def test_links_of_the_page_lead_somewhere(report):
    seen = read(page(report, [])).seen
    places = {attributes.get("id") for _tag, attributes in seen}
    links = {attributes["href"] for tag, attributes in seen if tag == "a"}
    assert links == {"#p2", "#p3", "#p5"}
    assert {link.removeprefix("#") for link in links} <= places


def test_the_same_report_is_the_same_page(report):
    assert page(report, []) == page(report, [])


def test_a_spanish_page(report):
    speak("es")
    text = page(report, [])
    assert '<html lang="es">' in text
    assert "Cinco trabajos" in text
    assert "cifra o pregunta" in text


def test_the_text_ends_with_all_figures_and_the_command(report):
    text = report_text(report)
    for section in report.sections():
        assert section.title in text
        for finding in section.findings:
            assert f"$ {finding.command}\n" in text
    assert text.endswith(COMMAND + "\n")


@pytest.mark.parametrize("suffix", FORMATS)
def test_tables_have_every_finding(report, suffix):
    text = write_tables(report.tables(), suffix)
    wanted = "83.49 \\%" if suffix == ".tex" else "83.49 %"
    assert wanted in text


def test_all_charts_in_one_picture(report):
    panels = [axes for axes in pictures(report).axes if axes.axison]
    assert [axes.get_title(loc="left") for axes in panels] == [
        chart.title for chart in report.charts()
    ]


def test_programs_read_the_same_in_every_language(report):
    """Keys, verdicts and numbers; only what is said to people differs."""
    english = [table.records() for table in (report.findings(), report.numbers())]
    speak("es")
    spanish = [table.records() for table in (report.findings(), report.numbers())]
    assert english[1] == spanish[1]
    assert [row["verdict"] for row in english[0]] == [row["verdict"] for row in spanish[0]]
    assert {row["verdict"] for row in spanish[0]} <= set(PaperVerdict)
    verdicts = [line[1] for line in report.summary().lines()]
    assert "respondido" in verdicts


def test_programs_read_the_columns_that_the_documentation_names(report):
    columns = "paper key question theirs ours verdict because command"
    assert [column.name for column in report.findings().columns] == columns.split()
    columns = "paper key quantity theirs ours"
    assert [column.name for column in report.numbers().columns] == columns.split()
    columns = "paper key title what effect faulty correct command"
    assert [column.name for column in report.faults().columns] == columns.split()


def test_a_key_names_one_finding_and_a_name_one_table(report):
    keys = [row["key"] for row in report.findings().records()]
    names = [table.name for table in report.tables()]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    assert "" not in names


def test_numbers_are_numbers(report):
    rows = report.numbers().records()
    (saved,) = (row for row in rows if row["key"] == "calls_saved")
    assert {"paper": "P5", "quantity": "share", "theirs": 0.8349}.items() <= saved.items()
    for row in rows:
        assert isinstance(row["ours"], int | float | None)
        assert isinstance(row["theirs"], int | float | None)
