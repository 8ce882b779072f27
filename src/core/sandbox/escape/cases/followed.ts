import { type EscapeCase, followed } from '../case.ts';

/** A folder of PATH that commands can write, as of a Python environment in the project. Inside of sandboxes each program does what it should. */
const PLANT = String.raw`mkdir -p "$PROJECT/.venv/bin"
for name in bash sh nsenter unshare mount bwrap git; do
  real=$(PATH=/usr/bin:/bin command -v $name) || continue
  printf '#!/bin/sh\ntouch %s/pwned 2> /dev/null\nexec %s "$@"\n' "$OUT" "$real" > "$PROJECT/.venv/bin/$name"
  chmod +x "$PROJECT/.venv/bin/$name"
done`;

export const FOLLOWED_CASES: readonly EscapeCase[] = [
  ...(['checkout', 'offline', 'allowlist'] as const).map((arena) =>
    followed(
      'programs outside',
      arena,
      [`path-program-${arena}`, `no program of the project is run outside: arena ${arena}`, PLANT, /^next$/m],
      '[ -x .venv/bin/bash ] && echo next',
    ),
  ),
  followed(
    'kernel and devices',
    'plain',
    [
      'stage-terminals',
      'terminals that a command has closed are open to the next one',
      'chmod 000 /dev/pts/ptmx /dev/pts',
      /^(open|n\/a: .*)$/m,
    ],
    'py "import os; os.openpty(); print(\'open\')"',
  ),
];
