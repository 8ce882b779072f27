import { type EscapeCase, followed, READ_ONLY } from '../case.ts';

/** A folder of PATH that commands can write, as of a Python environment in the project. Inside of sandboxes each program does what it should. */
const PLANT = String.raw`mkdir -p "$PROJECT/.venv/bin"
for name in bash sh nsenter unshare mount bwrap git; do
  real=$(PATH=/usr/bin:/bin command -v $name) || continue
  printf '#!/bin/sh\ntouch %s/pwned 2> /dev/null\nexec %s "$@"\n' "$OUT" "$real" > "$PROJECT/.venv/bin/$name"
  chmod +x "$PROJECT/.venv/bin/$name"
done`;

/** What a command leaves in a git folder that is hard to look at. */
const LEFT: Readonly<Record<string, string>> = {
  name: String.raw`mkdir -p .git/logs/refs/heads; ln -s x "$(printf '.git/\377')"; ln -s "$OUT/file" "$(printf '.git/logs/refs/heads/\377')"`,
  depth: 'mkdir -p .git/logs; cd .git/logs; long=$(printf %250s | tr " " a); for level in {1..20}; do mkdir "$long" && cd "$long"; done',
  pipe: 'mkdir -p .git/worktrees/x fresh; mkfifo .git/worktrees/x/commondir .git/worktrees/x/gitdir .git/index fresh/.git',
  size: 'git init -q fresh; mkdir -p .git/rebase-merge; truncate -s 3G fresh/.git/config .git/rebase-merge/git-rebase-todo',
};

/** What a command puts beside a hook of a new repository. Names are of 255 bytes, and none of UTF-8. */
const BESIDE: Readonly<Record<string, string>> = {
  'long-names': 'long=$(printf %254s | tr " " a); touch ".git/hooks/$long"a ".git/hooks/$long"b',
  'odd-names': String.raw`touch "$(printf '.git/hooks/\377')"; mkdir -p .git/logs; ln -s x "$(printf '.git/logs/\377')"`,
};

export const FOLLOWED_CASES: readonly EscapeCase[] = [
  ...Object.entries(LEFT).map(([id, left]) =>
    followed(
      'git hooks',
      'checkout',
      [`left-${id}`, `hooks stay after a command that left something hard to look at: ${id}`, left, READ_ONLY],
      'evil .git/hooks/pre-commit; chmod -R u+rwx .git/logs; rm -rf .git/logs fresh',
    ),
  ),
  ...Object.entries(BESIDE).map(([id, beside]) =>
    followed(
      'a repository made by the command',
      'plain',
      [
        `fresh-${id}`,
        `a hook beside files that are hard to rename does not run: ${id}`,
        `git init -q .; mkdir -p .git/hooks; evil .git/hooks/pre-commit; git_evil >> .git/config; ${beside}`,
        /^next$/m,
      ],
      'echo next',
    ),
  ),
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
