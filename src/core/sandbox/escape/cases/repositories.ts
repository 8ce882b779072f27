import { attempts, type EscapeCase, loneAttempts, READ_ONLY, REFUSED } from '../case.ts';

const NOT_SET = /could not (lock|write) config file|Read-only file system|resource busy/;
const TRIED = /tried/;
const IDENTITY = '-c user.name=T -c user.email=t@example.invalid';
/** A repository in `$1` that the index of the tree names. */
const ADDED = `added() { git init -q "$1"; git -C "$1" ${IDENTITY} commit -q --allow-empty -m one; git add "$1"; git ls-files --stage "$1" | grep -q ^160000 && echo added; }; evil mon;`;
const STOPPED = `GIT_SEQUENCE_EDITOR='sed -i 1ibreak' git ${IDENTITY} rebase -q -i HEAD~1; ls .git/rebase-merge/git-rebase-todo;`;

/** Repositories that were there before. */
const GUARDED: readonly EscapeCase[] = [
  ...attempts('other repositories', 'nested', [
    ['sub-pointer', 'the file that names the git folder of a submodule stays', 'echo "gitdir: ../evil" > sub/.git', READ_ONLY],
    ['sub-pointer-replace', 'nor is it replaced', 'rm -f sub/.git; mv sub/.git x; echo x > y; mv y sub/.git; rm -f y', REFUSED],
    ['embedded-config', 'a repository in the tree keeps its config', 'git -C vendor config core.fsmonitor "$OUT/x"', NOT_SET],
    ['embedded-hook', 'and gets no hook', 'evil vendor/.git/hooks/post-index-change', READ_ONLY],
    ['embedded-replace', 'nor is its git folder replaced', 'cp -r vendor/.git g; mv vendor/.git h; rm -rf g', REFUSED],
    ['embedded-own-hooks', 'hooks that it keeps elsewhere in its git folder stay', 'evil vendor/.git/own/pre-commit', READ_ONLY],
    ['embedded-filter', 'a program in the tree that git starts by itself stays', 'evil vendor/tools/clean', READ_ONLY],
    ['loose-hook', 'one in the tree that nothing names gets no hook', 'evil loose/.git/hooks/post-index-change', READ_ONLY],
    ['loose-config', 'and keeps its config', 'git -C loose config core.fsmonitor "$OUT/x"', NOT_SET],
    [
      'loose-made',
      'one that a command makes and nothing names starts nothing',
      'evil mon; git init -q fresh; evil fresh/.git/hooks/post-index-change; git -C fresh config core.fsmonitor "$PWD/mon"; echo tried',
      TRIED,
    ],
    ['inner-tree-file', 'no file of a worktree inside the tree is written', 'echo zz > .worktrees/x/newfile', READ_ONLY],
    ['inner-tree-pointer', 'nor the file that names its git folder', 'echo "gitdir: ../../evil/.git" > .worktrees/x/.git', READ_ONLY],
    ['inner-tree-move', 'nor is it moved', 'mv .worktrees/x y', REFUSED],
    ['inner-tree-around', 'nor the folder around it', 'mv .worktrees y', REFUSED],
    ['beside-tree-file', 'no file of a worktree directly in the tree is written', 'echo zz > wt/newfile', READ_ONLY],
    ['beside-tree-program', 'nor one beside a program that git starts by itself', 'echo zz > wt/tools/git/newfile', READ_ONLY],
    ['beside-tree-folder', 'nor one in the folder around that', 'echo zz > wt/tools/newfile', READ_ONLY],
    ['beside-tree-head', 'nor what git keeps of it', 'echo "ref: refs/heads/main" > .git/worktrees/wt/HEAD', READ_ONLY],
    ['opened-hook', 'a repository in an opened folder gets no hook', 'evil "$BASE/beside/.git/hooks/post-index-change"', READ_ONLY],
    ['opened-config', 'and keeps its config', 'git -C "$BASE/beside" config core.fsmonitor "$OUT/x"', NOT_SET],
    ['opened-file', 'its files can be written', 'echo b > "$BASE/beside/a" && echo written', /written/],
  ]),
  ...attempts('other repositories', 'house', [
    ['house-hook', 'a bare repository that a file leads to gets no hook', 'evil .bare/hooks/post-checkout', READ_ONLY],
    ['house-config', 'and keeps its config', 'git config core.fsmonitor "$OUT/x"; git -C main config core.fsmonitor "$OUT/x"', NOT_SET],
    ['house-pointer', 'the file that leads to it stays', 'echo "gitdir: evil" > .git', READ_ONLY],
    ['house-tree-pointer', 'and that of its worktree', 'echo "gitdir: ../evil" > main/.git', READ_ONLY],
    [
      'house-commit',
      'its worktree takes a commit',
      `cd main && echo b > a && git ${IDENTITY} commit -qam two && git log -1 --format=done-%s`,
      /done-two/,
    ],
  ]),
  ...attempts('other repositories', 'apart', [
    ['apart-pointer', 'a file that leads out of the tree stays', 'evil mon; echo "gitdir: evil" > .git', READ_ONLY],
    ['apart-write', 'and opens nothing there', `git ${IDENTITY} commit --allow-empty -m two; echo x > "$BASE/gd/x"`, READ_ONLY],
  ]),
  ...attempts('other repositories', 'kept', [
    ['kept-hook', 'a git folder in the tree under another name gets no hook', 'evil gd/hooks/pre-commit', READ_ONLY],
    ['kept-config', 'and keeps its config', 'git config core.fsmonitor "$OUT/x"', NOT_SET],
    ['kept-pointer', 'the file that leads to it stays', 'echo "gitdir: evil" > .git', READ_ONLY],
    ['kept-move', 'nor is it moved', 'mv gd g', REFUSED],
    ['kept-commit', 'it takes a commit', `git ${IDENTITY} commit -q --allow-empty -m two && git log -1 --format=done-%s`, /done-two/],
  ]),
  ...attempts('other repositories', 'bare', [
    ['bare-hook', 'a bare repository gets no hook', 'evil hooks/post-update', READ_ONLY],
    ['bare-config', 'and keeps its config', 'git config core.fsmonitor "$OUT/x"; git_evil >> config', NOT_SET],
  ]),
];

/** What cannot be prevented while the command runs, and is put right before anybody comes to it. */
const SETTLED: readonly EscapeCase[] = loneAttempts('repositories made or moved', 'nested', [
  [
    'sub-moved',
    'a submodule moved away makes no room for another pointer',
    'evil mon; mv sub s; mkdir sub; cp -r .git/modules/sub evil; git config -f evil/config core.fsmonitor "$PROJECT/mon"; git config -f evil/config core.worktree ../sub; echo "gitdir: ../evil" > sub/.git && echo tried',
    TRIED,
  ],
  [
    'sub-new',
    'a submodule that was not there is harmless',
    'evil mon; cp -r .git/modules/sub .git/modules/new; git config -f .git/modules/new/config core.fsmonitor "$PROJECT/mon"; git config -f .git/modules/new/config core.worktree ../../../new; mkdir new; echo "gitdir: ../.git/modules/new" > new/.git; git add new && echo tried',
    TRIED,
  ],
  [
    'embedded-moved',
    'nor does a repository moved away for a copy of it',
    'evil mon; mv vendor v; cp -r v/.git g; git config -f g/config core.fsmonitor "$PROJECT/mon"; mkdir vendor; mv g vendor/.git && echo tried',
    TRIED,
  ],
  [
    'embedded-moved-commondir',
    'nor does the moved one borrow another config',
    'git_evil > e; mv vendor v; cp -r v/.git c; cat e >> c/config; echo ../../c > v/.git/commondir; git update-index --add --cacheinfo "160000,$(git -C v rev-parse HEAD),v" && echo tried',
    TRIED,
  ],
  [
    'gitlink-config',
    'a monitor of a repository that was added does not run',
    `${ADDED} added n; git -C n config core.fsmonitor "$PROJECT/mon"`,
    /added/,
  ],
  [
    'gitlink-hook',
    'nor its hooks',
    `${ADDED} added n; mkdir -p n/.git/hooks; cp mon n/.git/hooks/post-index-change; cp mon n/.git/hooks/pre-commit`,
    /added/,
  ],
  [
    'gitlink-comment',
    'nor what a comment seems to go on with',
    `${ADDED} added n; git_evil > inc; printf '[include]\\n# x \\\\\\n path = ../../inc\\n' >> n/.git/config`,
    /added/,
  ],
  [
    'gitlink-headers',
    'nor what stands under two headers',
    `${ADDED} added n; git_evil > inc; printf '[submodule] [include]\\n path = ../../inc\\n' >> n/.git/config`,
    /added/,
  ],
  [
    'gitlink-closed',
    'nor what was closed against changes',
    `${ADDED} added n; git -C n config core.fsmonitor "$PROJECT/mon"; mkdir -p n/.git/hooks; cp mon n/.git/hooks/pre-commit; chmod 444 n/.git/config; chmod 111 n/.git/hooks; chmod 555 n/.git`,
    /added/,
  ],
  [
    'gitlink-name-taken',
    'nor what cannot get the name of a blocked one',
    `${ADDED} added n; mkdir -p n/.git/hooks/pre-commit.blocked/x n/.git/config.worktree.blocked/x; cp mon n/.git/hooks/pre-commit; git -C n config extensions.worktreeConfig true; git_evil > n/.git/config.worktree`,
    /added/,
  ],
  [
    'gitlink-commondir',
    'nor what its git folder borrows from another',
    `${ADDED} added n; cp -r n/.git c; git_evil >> c/config; echo ../../c > n/.git/commondir`,
    /added/,
  ],
  ['gitlink-deep', 'nor one in another', `${ADDED} added n; cd n; added m; git -C m config core.fsmonitor "$PROJECT/mon"`, /added.*added/s],
  [
    'gitlink-name',
    'nor one whose name is no text',
    `${ADDED} d=$(printf 'n\\377'); added "$d"; git -C "$d" config core.fsmonitor "$PROJECT/mon"`,
    /added/,
  ],
  [
    'gitlink-pointer',
    'a pointer in the tree leads to nothing that runs',
    `${ADDED} added n; mv n/.git e; git config -f e/config core.fsmonitor "$PROJECT/mon"; echo "gitdir: ../e" > n/.git`,
    /added/,
  ],
  [
    'gitlink-link',
    'nor a link',
    `${ADDED} added n; mv n/.git e; git config -f e/config core.fsmonitor "$PROJECT/mon"; ln -s ../e n/.git`,
    /added/,
  ],
  [
    'gitlink-own',
    'nor does one to the repository itself take its settings elsewhere',
    `${ADDED} added n; rm -rf n/.git; echo "gitdir: ../.git" > n/.git; mkdir n/.githooks; cp mon n/.githooks/post-index-change`,
    /added/,
  ],
  [
    'rebase-exec',
    'nothing is left to be run when a rebase goes on',
    `evil mon; ${STOPPED} echo "exec $PROJECT/mon" >> .git/rebase-merge/git-rebase-todo`,
    /git-rebase-todo/,
  ],
  [
    'rebase-exec-short',
    'nor by the short word',
    `evil mon; ${STOPPED} sed -i "1i\\ \tx $PROJECT/mon" .git/rebase-merge/git-rebase-todo`,
    /git-rebase-todo/,
  ],
  [
    'rebase-exec-link',
    'nor through a link',
    `evil mon; ${STOPPED} echo "exec $PROJECT/mon" > todo; ln -sf ../../todo .git/rebase-merge/git-rebase-todo`,
    /git-rebase-todo/,
  ],
  [
    'rebase-strategy',
    'nor as a strategy of merging',
    `evil mon; mkdir git-merge-..; ${STOPPED} echo ../../mon > .git/rebase-merge/strategy; git rev-parse HEAD~1 | sed 's/^/pick /' >> .git/rebase-merge/git-rebase-todo`,
    /git-rebase-todo/,
  ],
]);

const HOUSED: readonly EscapeCase[] = loneAttempts('repositories made or moved', 'house', [
  [
    'house-tree-moved',
    'a worktree moved away makes no room for another pointer',
    'evil mon; cp -r .bare e; git config -f e/config core.bare false; git config -f e/config core.fsmonitor "$PROJECT/mon"; mv main m; mkdir main; echo "gitdir: ../e" > main/.git && echo tried',
    TRIED,
  ],
]);

/** Where there was no repository. */
const FRESH: readonly EscapeCase[] = loneAttempts('a repository made by the command', 'plain', [
  [
    'fresh-bare',
    'the folder itself does not become one that runs something',
    'evil mon; git init -q --bare .; git config core.bare false; git config core.worktree "$PROJECT"; git config core.fsmonitor "$PROJECT/mon"; echo tried',
    TRIED,
  ],
  [
    'fresh-pointer-inside',
    'a pointer to another in the tree leads to nothing that runs',
    'evil mon; git init -q e; git -C e config core.fsmonitor "$PROJECT/mon"; echo "gitdir: e/.git" > .git; echo tried',
    TRIED,
  ],
  [
    'fresh-link',
    'nor does a link',
    'evil mon; git init -q e; git -C e config core.fsmonitor "$PROJECT/mon"; ln -s e/.git .git; echo tried',
    TRIED,
  ],
  [
    'fresh-pointer-outside',
    "the person's other repository does not come to work here",
    'mkdir -p scripts/git; evil scripts/git/post-index-change; echo "gitdir: $BASE/victim/.git" > .git; git rev-parse --git-dir; echo tried',
    TRIED,
  ],
  [
    'fresh-commondir',
    'nor is a config borrowed',
    'evil mon; git init -q .; cp -r .git c; git_evil >> c/config; echo ../c > .git/commondir; echo tried',
    TRIED,
  ],
]);

export const REPOSITORY_CASES: readonly EscapeCase[] = [...GUARDED, ...SETTLED, ...HOUSED, ...FRESH];
