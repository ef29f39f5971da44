"""The page at the door: a form that asks for the password."""

import html
from http import HTTPStatus

from starlette.responses import HTMLResponse

from tablero.locale import _, spoken

CSS = """
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f4ef, #14171c);
  --panel: light-dark(#ffffff, #1d222a);
  --ink: light-dark(#1c2330, #e9e6df);
  --quiet: light-dark(#56606f, #a3adba);
  --rule: light-dark(#d9d3c6, #363e4a);
  --accent: light-dark(#1f5fae, #7db4f5);
  --on-accent: light-dark(#ffffff, #0d1a2b);
  --bad: light-dark(#b3261e, #ff8a80);
  font: 16px/1.45 "Inter", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--ink);
  background: var(--ground);
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; }
main { width: min(24rem, 100%); }
form {
  display: grid; gap: 0.75rem; padding: 1.5rem; background: var(--panel);
  border: 1px solid var(--rule); border-radius: 10px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 0.08), 0 4px 16px rgb(0 0 0 / 0.06);
}
h1 {
  display: flex; align-items: center; gap: 0.6rem; margin: 0 0 0.5rem;
  font-size: 1.4rem; line-height: 1.2; letter-spacing: -0.01em;
}
p { margin: 0; color: var(--quiet); }
label { font-weight: 600; }
input, button { font: inherit; min-height: 44px; padding: 0.4rem 0.8rem; border-radius: 8px; }
input { width: 100%; color: inherit; background: var(--panel); border: 1px solid var(--quiet); }
input[aria-invalid] { border: 2px solid var(--bad); }
button {
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent);
  font-weight: 600; cursor: pointer;
}
[role="alert"] { color: var(--bad); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
"""
"""In the colours of frontend/src/app.css, light and dark."""

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Tablero</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/login.css">
</head>
<body><main><form method="post" action="/login">
<h1><img src="/icon.svg" alt="" width="36" height="36">tablero</h1>
<input name="username" autocomplete="username" value="tablero" hidden>
<label for="password">{title}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required
 autofocus aria-describedby="told"{invalid}>
{told}
<input name="wanted" type="hidden" value="{wanted}">
<button>{button}</button>
</form></main></body></html>
"""


def login_page(status: HTTPStatus, complaint: str, wanted: str) -> HTMLResponse:
    """complaint -- what was wrong with the password; none: it has not been told yet
    wanted    -- where whoever knows it will be led
    """
    hint = _("Whoever gave you this address knows it.")
    told = f'<p id="told" role="alert">{html.escape(complaint)}</p>'
    text = PAGE.format(
        language=spoken(),
        title=_("Password"),
        told=told if complaint else f'<p id="told">{html.escape(hint)}</p>',
        invalid=' aria-invalid="true"' if complaint else "",
        wanted=html.escape(wanted),
        button=_("Come in"),
    )
    return HTMLResponse(text, status)
