import { attempts, type EscapeCase, READ_ONLY, REFUSED } from '../case.ts';

const NOT_SET = /could not (lock|write) config file|Read-only file system|resource busy/;
const SETTINGS = [
  ['fsmonitor', 'core.fsmonitor'],
  ['ssh', 'core.sshCommand'],
  ['pager', 'core.pager'],
  ['editor', 'core.editor'],
  ['hooks-path', 'core.hooksPath'],
  ['credential', 'credential.helper'],
  ['include', 'include.path'],
  ['filter', 'filter.x.smudge'],
  ['diff', 'diff.external'],
  ['merge', 'merge.x.driver'],
  ['signing', 'gpg.program'],
  ['alias', 'alias.status'],
  ['worktree', 'core.worktree'],
  ['extension', 'extensions.worktreeConfig'],
  ['url', 'url.evil.insteadOf'],
] as const;

export const HOOK_CASES: readonly EscapeCase[] = attempts('git hooks', 'checkout', [
  ['hook-add', 'no hook is added', 'evil .git/hooks/pre-commit', READ_ONLY],
  [
    'hook-sample',
    'no sample becomes a hook',
    'mv .git/hooks/pre-commit.sample .git/hooks/pre-commit; echo x > .git/hooks/pre-commit.sample',
    /Read-only|No such/,
  ],
  ['hook-remove', 'hooks are not removed', 'rm -rf .git/hooks', REFUSED],
  ['hook-move', 'the folder of hooks is not moved', 'mv .git/hooks h', REFUSED],
  ['hook-replace', 'the folder of hooks is not replaced', 'mkdir e; evil e/pre-commit; mv -T e .git/hooks', REFUSED],
  ['hook-link', 'the folder of hooks is not replaced by a link', 'ln -sfn /tmp .git/hooks; rmdir .git/hooks', REFUSED],
  [
    'hook-exchange',
    'the folder of hooks is not exchanged',
    "mkdir ex; evil ex/pre-commit; py \"import ctypes, os; c = ctypes.CDLL(None, use_errno=True); r = c.renameat2(-100, b'ex', -100, b'.git/hooks', 2); print(os.strerror(ctypes.get_errno()))\"",
    REFUSED,
  ],
  ['hook-git-move', 'the git folder is not moved', 'mv .git g', REFUSED],
  [
    'hook-git-exchange',
    'the git folder is not exchanged',
    "mkdir eg; py \"import ctypes, os; c = ctypes.CDLL(None, use_errno=True); r = c.renameat2(-100, b'eg', -100, b'.git', 2); print(os.strerror(ctypes.get_errno()))\"",
    REFUSED,
  ],
  [
    'hook-git-remove',
    'the git folder is not removed as a whole',
    'mkdir keep; cp -r .git/HEAD keep; rmdir .git; rm -rf .git/hooks .git/config; echo tried',
    /busy|Read-only|not empty/,
  ],
  [
    'hook-template',
    'no template brings hooks in',
    'mkdir -p t/hooks; evil t/hooks/pre-commit; git init --template="$PROJECT/t"; ls .git/hooks/pre-commit',
    /Read-only|cannot copy|No such/,
  ],
  ['hook-tree', 'hooks in the working tree stay as they are', 'evil .husky/pre-commit', READ_ONLY],
  ['hook-tree-generated', 'nor is what calls them changed', 'evil .husky/_/pre-commit; mv .husky h', REFUSED],
  ['hook-mode', 'no file becomes a hook by its mode', 'chmod +x .git/hooks/*', READ_ONLY],
]);

export const CONFIG_CASES: readonly EscapeCase[] = [
  ...attempts(
    'git config',
    'checkout',
    SETTINGS.map(
      ([id, name]) => [`config-${id}`, `${name} is not set`, `evil e-${id}; git config ${name} "$PROJECT/e-${id}"`, NOT_SET] as const,
    ),
  ),
  ...attempts('git config', 'checkout', [
    ['config-append', 'the config is not appended to', 'printf "[core]\\n\\tfsmonitor = x\\n" >> .git/config', READ_ONLY],
    [
      'config-lock',
      'the config is not replaced by its lock',
      'cp .git/config .git/config.lock; echo >> .git/config.lock; mv .git/config.lock .git/config; rm -f .git/config.lock',
      REFUSED,
    ],
    ['config-remove', 'the config is not removed', 'rm -f .git/config', REFUSED],
    ['config-worktree-file', 'no config of the worktree is left', 'git_evil > .git/config.worktree; echo tried', /tried/],
    ['config-global', "the person's config is not set", 'git config --global core.fsmonitor x', NOT_SET],
    ['config-xdg', 'nor the one in .config', 'mkdir -p ~/.config/git; echo x > ~/.config/git/config', READ_ONLY],
    ['config-system', "nor the system's", 'git config --system core.fsmonitor x', /could not lock|Read-only|Permission denied/],
    ['config-included', 'a file that the config includes stays as it is', 'git_evil > .gitshared; mv .gitshared s', REFUSED],
    [
      'config-commondir',
      'the git folder does not stay pointed elsewhere',
      'mkdir -p ev; cp -r .git/refs .git/objects ev; git_evil > ev/config; echo ../ev > .git/commondir; echo tried',
      /tried/,
    ],
    ['config-commondir-link', 'nor by a link', 'ln -sfn ../ev/x .git/commondir; echo tried', /tried/],
    [
      'config-attributes',
      'attributes alone start nothing',
      'echo "* filter=x diff=x merge=x" > .gitattributes; echo "* filter=x" > .git/info/attributes; rm -f .gitattributes .git/info/attributes; echo tried',
      /tried/,
    ],
    [
      'config-alternates',
      'borrowed objects write nowhere',
      'mkdir -p .git/objects/info; echo "$OUT" > .git/objects/info/alternates; git hash-object -w a; rm .git/objects/info/alternates; ls "$OUT"',
      /file/,
    ],
    [
      'state-link-message',
      'the next commit message is not written through a link',
      'ln -sfn "$OUT/file" .git/COMMIT_EDITMSG; echo tried',
      /tried/,
    ],
    [
      'state-link-log',
      'the next log line is not written through a link',
      'mkdir -p .git/logs; ln -sfn "$OUT/file" .git/logs/HEAD; echo tried',
      /tried/,
    ],
    [
      'state-link-logs',
      'nor through a linked folder of logs',
      'mkdir -p .git/logs/refs; mv .git/logs/refs r; ln -sfn "$OUT" .git/logs/refs; echo tried',
      /tried/,
    ],
    ['module-config', 'the config of a submodule stays', 'git_evil > .git/modules/libs/sub/config', READ_ONLY],
    [
      'module-hook',
      'a submodule gets no hook',
      'mkdir -p .git/modules/libs/sub/hooks; evil .git/modules/libs/sub/hooks/pre-commit',
      READ_ONLY,
    ],
    [
      'module-move',
      'the folder of a submodule is not moved',
      'mv .git/modules/libs/sub s; mv .git/modules/libs l; mv .git/modules m',
      REFUSED,
    ],
    [
      'module-commondir',
      'a submodule does not stay pointed elsewhere',
      'echo /nowhere > .git/modules/libs/sub/commondir; echo tried',
      /tried/,
    ],
  ]),
];

export const FRESH_CASES: readonly EscapeCase[] = attempts('a repository made by the command', 'plain', [
  [
    'fresh-hook',
    'a hook put into it does not run',
    'git init -q .; mkdir -p .git/hooks; evil .git/hooks/pre-commit; evil .git/hooks/post-index-change; echo tried',
    /tried/,
  ],
  [
    'fresh-config',
    'a monitor named in it does not run',
    'git init -q .; evil mon; git config core.fsmonitor "$PROJECT/mon"; echo tried',
    /tried/,
  ],
  [
    'fresh-include',
    'a config it includes is not read',
    'git init -q .; evil mon; git_evil > inc; git config include.path ../inc; echo tried',
    /tried/,
  ],
  [
    'fresh-split',
    'nor is a setting spread over lines',
    'git init -q .; evil mon; printf "[core] fsmonitor = \\\\\\n%s/mon\\n" "$PROJECT" >> .git/config; echo tried',
    /tried/,
  ],
  [
    'fresh-pointer',
    'a planted pointer opens no other repository',
    'rm -rf .git; echo "gitdir: $BASE/victim/.git" > .git; echo x > "$BASE/victim/.git/x"; rm .git',
    READ_ONLY,
  ],
]);

export const WORKTREE_CASES: readonly EscapeCase[] = attempts('other worktrees', 'worktree', [
  ['tree-main-file', 'no file of the main checkout is written', 'echo x > "$BASE/project/a"', READ_ONLY],
  ['tree-other-file', 'no file of another worktree is written', 'echo x > "$BASE/other/a"', READ_ONLY],
  [
    'tree-main-head',
    'the main checkout keeps its branch',
    'echo x > "$COMMON/HEAD"; git -C "$BASE/project" checkout -q -b z',
    /Read-only|nable to/,
  ],
  ['tree-main-index', 'nothing is staged in the main checkout', 'echo x > "$COMMON/index"', READ_ONLY],
  ['tree-other-head', 'another worktree keeps its branch', 'echo x > "$COMMON/worktrees/other/HEAD"', READ_ONLY],
  [
    'tree-other-index',
    'nothing is staged in another worktree',
    'git -C "$BASE/other" add -A; git -C "$BASE/other" rm -q a',
    /Read-only|nable to/,
  ],
  ['tree-other-lock', 'no lock is left in another worktree', 'touch "$COMMON/worktrees/other/index.lock"', READ_ONLY],
  ['tree-other-remove', 'another worktree is not removed', 'git worktree remove --force "$BASE/other"', /Read-only|failed|nable/],
  ['tree-add', 'no worktree is added outside', 'git worktree add "$BASE/more"', /Read-only|could not create/],
  ['tree-prune', 'no worktree is forgotten', 'rm -rf "$COMMON/worktrees/other"', READ_ONLY],
  ['tree-pointer', 'the file that names the git folder stays', 'echo "gitdir: /nowhere" > .git', READ_ONLY],
  ['tree-pointer-replace', 'nor is it replaced', 'rm -f .git; mv .git x; echo x > y; mv y .git', REFUSED],
  ['tree-commondir', 'the folder it belongs to stays', 'echo /nowhere > "$COMMON/worktrees/tree/commondir"', READ_ONLY],
  ['tree-gitdir', 'the way back stays', 'echo /nowhere > "$COMMON/worktrees/tree/gitdir"', READ_ONLY],
  ['tree-hook', 'no hook is added from it', 'evil "$COMMON/hooks/pre-commit"', READ_ONLY],
  ['tree-config', 'no setting is made from it', 'git config core.fsmonitor x; git config --worktree core.fsmonitor x', NOT_SET],
  ['tree-config-own', 'no config of its own is left', 'git_evil > "$COMMON/worktrees/tree/config.worktree"; echo tried', /tried/],
  ['tree-log-link', 'its log is not written through a link', 'ln -sfn "$OUT/file" "$COMMON/worktrees/tree/logs/HEAD"; echo tried', /tried/],
  ['tree-own-move', 'its own git folder is not moved', 'mv "$COMMON/worktrees/tree" "$COMMON/moved"', REFUSED],
]);
