"""`tablero check`: run all checks of the tournament on a player's file."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli.common import check_seed, make_command, number_option, print_json
from tablero.errors import OptionError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.check.examiner import Examiner
    from tablero.arena.check.findings import Finding, News, Report, Verdict
    from tablero.arena.check.terms import Terms
    from tablero.arena.course import Course
    from tablero.arena.sandbox.warden import Warden

LARGEST = 1 << 20
"""Largest number of bytes read from a file; a player's file is smaller."""

WIDTH = 24
"""Characters in the column of stage names; wider if a language needs more."""

SIGNS = {True: ("✔", "+"), False: ("✘", "!"), None: ("–", "-")}
"""Signs before a stage, on a terminal and elsewhere: passed, failed and not tried."""


def command() -> click.Command:
    text = _(
        "Check a player's file on your own machine as the tournament would: form, forbidden "
        "constructs, random positions, time, games against the shipped players, and the verdict. "
        "The exit code is 1 if the file is rejected.\n\n"
        "    tablero check my_player.py\n\n"
        "    tablero check my_player.py --probe 17"
    )
    params: list[click.Parameter] = [
        click.Argument(["file"], metavar=_("FILE"), type=click.Path(path_type=Path)),
        click.Option(
            ["--course", "folder"],
            metavar="DIR",
            type=click.Path(path_type=Path),
            help=_("Use the game, limits and file names of this course."),
        ),
        number_option(
            "--games", _("Games against each shipped player; the player starts half of them.")
        ),
        number_option("--probes", _("Number of random positions; default: 200.")),
        number_option("--seed", _("Seed of the random generator.")),
        click.Option(
            ["--level"],
            metavar="none|limits|locked|full",
            help=_("Sandbox level; default: the strongest one available."),
        ),
        number_option("--probe", _("Show this random position and its evaluation.")),
        number_option("--game", _("Play only this game and show it.")),
    ]
    return make_command("check", text, check, params)


def check(
    file: Path,
    folder: Path | None,
    games: int | None,
    probes: int | None,
    seed: int | None,
    level: str | None,
    probe: int | None,
    game: int | None,
    as_json: bool,
) -> None:
    from tablero.arena.check.examiner import Examiner

    with file.open("rb") as source:
        data = source.read(LARGEST)
    course = _course(folder)
    terms = _terms(course, games, probes, seed)
    asked = [] if folder is None else ["--course", str(folder)]
    if probes is not None:
        asked += ["--probes", str(probes)]
    with _warden(level, terms) as warden:
        one = Examiner(data, str(file), terms, warden, asked, probe or 0, game or 0)
        if course is not None:
            from tablero.arena.course.admission import Admission

            one.with_name(Admission(course), file.name, datetime.now(UTC))
        verdict = tell(one, as_json)
    if verdict.kind != "in":
        raise click.exceptions.Exit(1)


def _course(folder: Path | None) -> "Course | None":
    from tablero.arena.course import load_course

    return None if folder is None else load_course(folder)


def _terms(
    course: "Course | None", games: int | None, probes: int | None, seed: int | None
) -> "Terms":
    from tablero.arena.check.terms import PAPER, course_terms

    terms = PAPER if course is None else course_terms(course)
    if seed is not None:
        check_seed(seed)
    return replace(
        terms,
        games=terms.games if games is None else games,
        probes=terms.probes if probes is None else probes,
        seed=terms.seed if seed is None else seed,
    )


@contextmanager
def _warden(level: str | None, terms: "Terms") -> Iterator["Warden | None"]:
    """Yield a sandbox of the requested level, or of the strongest level of this machine.

    Yield None, after printing the reason, if the machine cannot start sandboxed processes.
    Raise TableroError if the requested level is unknown or not available.
    """
    from tablero.arena.sandbox.level import level_found, parse_level, require
    from tablero.arena.sandbox.warden import Warden

    if level is not None:
        chosen = parse_level(level)
        require(chosen)
    else:
        try:
            chosen = level_found()
        except OptionError as error:
            click.echo(str(error), err=True)
            yield None
            return
    with Warden(chosen, terms.cells) as warden:
        yield warden


def tell(examiner: "Examiner", as_json: bool) -> "Verdict":
    """Print the report of each stage as it finishes, then the verdict; return the verdict."""
    from tablero.arena.check.findings import Report, Verdict

    news = examiner.run()
    for each in news if as_json or not sys.stderr.isatty() else _with_bar(news):
        if isinstance(each, Report):
            print_json(_report_record(each)) if as_json else _print_report(each)
        elif isinstance(each, Verdict):
            verdict = each
    if as_json:
        print_json({"verdict": verdict.kind.value, **_plain(asdict(verdict))})
    else:
        _print_verdict(verdict, examiner.name)
    return verdict


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "kind"}


def _report_record(report: "Report") -> dict[str, Any]:
    return {**asdict(report), "stage": report.stage.value}


def _with_bar(news: Iterable["News"]) -> Iterator["News"]:
    """Yield all events but `Going`; a progress bar on the terminal shows those."""
    from rich import progress
    from rich.console import Console

    from tablero.arena.check.findings import Going, Report, stage_name

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        for each in news:
            if isinstance(each, Going):
                name = stage_name(each.stage)
                told = {"completed": each.done, "total": each.total, "visible": True}
                bar.update(task, description=name, **told)  # type: ignore[arg-type]
                continue
            if isinstance(each, Report):
                bar.update(task, visible=False)
                bar.refresh()
            yield each


def _print_report(report: "Report") -> None:
    from tablero.arena.check.findings import Stage, stage_name

    sign = SIGNS[report.passed][0 if sys.stdout.isatty() else 1]
    width = max(WIDTH, *(len(stage_name(stage)) for stage in Stage))
    first, *others = report.told
    click.echo(f"{sign} {stage_name(report.stage):<{width}} {first}")
    for line in others:
        click.echo(f"  {'':<{width}} {line}".rstrip())


def _print_verdict(verdict: "Verdict", file: str) -> None:
    from tablero.arena.check.findings import kind_name

    told = [kind_name(verdict.kind), *verdict.told]
    if verdict.level:
        told.append(_("sandbox level {level}").format(level=verdict.level))
    click.echo("\n" + "; ".join(told))
    for finding in verdict.findings:
        _print_finding(finding, file)


def _print_finding(finding: "Finding", file: str) -> None:
    place = file
    if finding.line:
        place = _("{file}, line {line}").format(file=file, line=finding.line)
    click.echo(f"\n{place}: {finding.rule}: {finding.what}")
    if finding.position:
        click.echo("\n" + "\n".join(f"  {line}" for line in finding.drawing.splitlines()) + "\n")
        click.echo("  " + _("position {text}").format(text=finding.position))
    click.echo("  " + _("to see it again: {command}").format(command=finding.command))
