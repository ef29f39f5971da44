"""`tablero arena verdict`: the verdicts, and what the teacher does about them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli.arena.common import (
    at_option,
    folder_argument,
    instant,
    opened,
    player_called,
    reason_option,
    verdict_record,
)
from tablero.cli.common import make_command, print_json
from tablero.errors import OptionError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.store.models import Upload, Verdict
    from tablero.arena.store.store import Store


def command() -> click.Command:
    text = _(
        "The verdicts of a course, or of one player. --ban and --disqualify add one, --lift takes "
        "back those that stand against the player; the reason is recorded.\n\n"
        "    tablero arena verdict mancala Sower --lift --reason 'the machine was busy'"
    )
    alias = click.Argument(["alias"], metavar=_("[ALIAS]"), default="")
    acts = [
        click.Option(["--lift"], is_flag=True, help=_("Take back what stands against it.")),
        click.Option(["--ban"], is_flag=True, help=_("Its whole pair is out, for good.")),
        click.Option(["--disqualify"], is_flag=True, help=_("It is out until it is repaired.")),
    ]
    reason = reason_option(_("Why; it is recorded."))
    at = at_option(_("The time that is recorded, in place of now."))
    return make_command("verdict", text, verdict, [folder_argument(), alias, *acts, reason, at])


def verdict(folder: Path, alias: str, reason: str, at: str, as_json: bool, **acts: bool) -> None:
    chosen = [name for name, told in acts.items() if told]
    if len(chosen) > 1:
        raise OptionError(_("one of --lift, --ban and --disqualify at a time"))
    if chosen and not (alias and reason.strip()):
        raise OptionError(_("--{act} needs an ALIAS and a --reason").format(act=chosen[0]))
    with opened(folder) as (course, store):
        shown: list[Verdict] = store.verdicts()
        if alias:
            upload = player_called(store, alias)
            now = instant(course, at)
            if chosen:
                _act(store, chosen[0], upload, now, reason)
            whole = store.verdicts(upload.pair)
            mine = {each.id for each in store.kept(upload.pair) if each.player == upload.player}
            shown = [each for each in whole if each.upload in mine or each.kind == "banned"]
        aliases = {each.id: each.alias or "?" for each in store.kept()}
    for each in shown:
        if as_json:
            print_json({"alias": aliases.get(each.upload or 0), **verdict_record(each)})
        else:
            _print(each, aliases.get(each.upload or 0, "?"))
    if not shown and not as_json:
        click.echo(_("no verdicts"))


def _act(store: "Store", act: str, upload: "Upload", now: Any, reason: str) -> None:
    from tablero.arena.store.models import Kind
    from tablero.arena.store.store import TEACHER, Ruling, stands_against

    if act == "lift":
        against = [
            each
            for each in store.verdicts(upload.pair)
            if each.lifted_at is None and stands_against(upload, [each])
        ]
        if not against:
            message = _("nothing stands against {alias}")
            raise OptionError(message.format(alias=upload.alias))
        for each in against:
            store.lift(each.id, now, TEACHER, reason)
        return
    kind = Kind.BANNED if act == "ban" else Kind.DISQUALIFIED
    store.judge(Ruling(kind, TEACHER), upload, now, TEACHER, reason)


def _print(verdict: "Verdict", alias: str) -> None:
    from tablero.arena.check.findings import kind_name

    head = f"{verdict.id}  {alias}  {kind_name(verdict.kind)}  {verdict.rule}"
    click.echo("  ".join(filter(None, [head, verdict.place])))
    for line in (verdict.evidence, verdict.command and f"$ {verdict.command}", verdict.reason):
        if line:
            click.echo(f"   {line}")
    if verdict.lifted_at is not None:
        message = _("lifted on {day} by {who}: {reason}")
        values = {"day": verdict.lifted_at.date(), "who": verdict.lifted_by}
        click.echo("   " + message.format(**values, reason=verdict.lifted_reason))
