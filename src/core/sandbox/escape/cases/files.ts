import { attempts, type EscapeCase, READ_ONLY, REFUSED } from '../case.ts';

export const WRITE_CASES: readonly EscapeCase[] = attempts('writes outside', 'checkout', [
  ['write-new', 'no file is made outside the project', 'echo x > "$OUT/new"', READ_ONLY],
  ['write-append', 'no file outside is appended to', 'echo x >> "$OUT/file"', READ_ONLY],
  ['write-truncate', 'no file outside is emptied', ': > "$OUT/file"', READ_ONLY],
  ['write-delete', 'no file outside is deleted', 'rm -f "$OUT/file"', READ_ONLY],
  ['write-rename', 'no file outside is renamed', 'mv "$OUT/file" "$OUT/moved"', READ_ONLY],
  ['write-move-out', 'nothing is moved out of the project', 'echo x > mine; mv mine "$OUT/mine"', READ_ONLY],
  ['write-folder', 'no folder is made outside', 'mkdir "$OUT/folder"', READ_ONLY],
  ['write-mode', 'no mode outside is changed', 'chmod 777 "$OUT/file"', READ_ONLY],
  ['write-time', 'no time stamp outside is changed', 'touch -d 2001-01-01 "$OUT/file"', READ_ONLY],
  ['write-attribute', 'no extended attribute outside is set', "py \"import os; os.setxattr('$OUT/file', 'user.x', b'1')\"", READ_ONLY],
  ['write-mapped', 'no file outside is mapped for writing', 'py "import os; os.open(\'$OUT/file\', os.O_RDWR)"', READ_ONLY],
  ['write-unnamed', 'no unnamed file is linked in outside', 'py "import os; os.open(\'$OUT\', os.O_TMPFILE | os.O_RDWR)"', READ_ONLY],
  ['write-fifo', 'no pipe is made outside', 'mkfifo "$OUT/pipe"', READ_ONLY],
  ['write-cwd-proc', 'no write goes through /proc/self/cwd', 'echo x > /proc/self/cwd/../outside/new', READ_ONLY],
  ['write-archive', 'no archive unpacks outside', 'echo x > new; tar -P -cf a.tar --transform "s,^,$OUT/," new; tar -P -xf a.tar', REFUSED],
  ['write-shell-start', "the person's shell start is not changed", 'echo x >> ~/.bashrc; echo x >> ~/.profile', READ_ONLY],
  ['write-autostart', 'nothing is put into autostart', 'mkdir -p ~/.config/autostart && echo x > ~/.config/autostart/x', READ_ONLY],
  ['write-user-unit', 'no user service is added', 'mkdir -p ~/.config/systemd/user && echo x > ~/.config/systemd/user/x', READ_ONLY],
  ['write-authorized-keys', 'no ssh key is authorised', 'mkdir -p ~/.ssh; echo x >> ~/.ssh/authorized_keys', READ_ONLY],
  ['write-local-bin', 'no program is put on the path', 'mkdir -p ~/.local/bin && echo x > ~/.local/bin/git', READ_ONLY],
  ['write-etc', 'no system setting is changed', 'touch_open /etc/passwd', REFUSED],
  ['write-cron', 'no timed job is added', 'touch_open /etc/crontab', REFUSED],
  ['write-usr', 'no system program is replaced', 'touch_open /usr/bin/env', REFUSED],
  ['write-run', 'nothing is put into /run', 'echo x > /run/steiner-escape', REFUSED],
  ['write-var-tmp', 'nothing is put into /var/tmp', 'echo x > /var/tmp/steiner-escape', READ_ONLY],
  [
    'write-own-config',
    "the project's Steiner settings are not planted",
    'echo "sandbox: {enabled: false}" > .steiner/config.yaml',
    READ_ONLY,
  ],
  ['write-own-tmp', "another session's tmp is not written", 'echo x > .steiner/tmp/sandbox-tmp/x', READ_ONLY],
  ['write-own-move', "Steiner's folder in the project is not replaced", 'mv .steiner away || rm -rf .steiner', /busy|Read-only/],
  ['write-own-ignore', "Steiner's ignore file stays", 'echo > .steiner/.gitignore', READ_ONLY],
]);

export const LINK_CASES: readonly EscapeCase[] = attempts('links', 'checkout', [
  ['link-file', 'a link to a file outside is no way to write it', 'ln -s "$OUT/file" l1; echo x > l1', READ_ONLY],
  ['link-folder', 'a link to a folder outside is no way into it', 'ln -s "$OUT" l2; echo x > l2/new', READ_ONLY],
  ['link-chain', 'a chain of links is no way out', 'ln -s ../outside l3; ln -s l3 l4; echo x > l4/new', READ_ONLY],
  ['link-hard', 'no hard link is made to a file outside', 'ln "$OUT/file" hard', /cross-device|not permitted/],
  ['link-hard-secret', 'no hard link is made to a hidden file', 'ln ~/.npmrc hard2; cat hard2', /cross-device|not permitted/],
  [
    'link-hard-setuid',
    'no hard link is made to a set-user-id program',
    'ln "$(command -v su)" hard3',
    /cross-device|not permitted|No such/,
  ],
  ['link-descriptor', 'a descriptor cannot be opened again for writing', 'exec 7< "$OUT/file"; echo x > /proc/self/fd/7', READ_ONLY],
  [
    'link-race',
    'a link that changes while it is used is no way out',
    'mkdir race; (for i in $(seq 200); do ln -sfn "$OUT" race/l; ln -sfn /tmp race/l; done) & for i in $(seq 200); do echo x > race/l/new; done 2>&1 | sort -u; wait; ls "$OUT"; echo raced',
    /raced/,
  ],
  ['link-tmp', 'a link in /tmp does not have its target removed with the session', 'ln -s "$OUT" /tmp/outside; ls /tmp/outside', /file/],
  ['link-plans', 'the folder for plans is not replaced by a link', 'rm -rf .steiner/plans; ln -sfn ../src .steiner/plans', REFUSED],
  [
    'link-handle',
    'no file is opened by its handle, past the mounts',
    `py "
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
h = ctypes.create_string_buffer(136); h[0:4] = (128).to_bytes(4, 'little')
m = ctypes.c_int()
c.name_to_handle_at(-100, b'/etc/passwd', h, ctypes.byref(m), 0)
fd = os.open('/', os.O_RDONLY)
r = c.open_by_handle_at(fd, h, os.O_RDONLY)
print('opened' if r >= 0 else os.strerror(ctypes.get_errno()))"`,
    /not permitted|not supported|Permission/,
  ],
]);

export const PLAN_CASES: readonly EscapeCase[] = attempts('read-only project', 'plan', [
  ['plan-write', 'no file of the project is written', 'echo x > a', READ_ONLY],
  ['plan-new', 'no file is added', 'echo x > new', READ_ONLY],
  ['plan-delete', 'no file is deleted', 'rm -f a', READ_ONLY],
  ['plan-edit', 'no file is edited in place', 'sed -i s/a/b/ a', READ_ONLY],
  [
    'plan-git-add',
    'nothing is staged',
    'echo x > /tmp/x; git add -A; git update-index --add --cacheinfo 100644,e69de29bb2d1d6434b8b29ae775ad8c2e48c5391,z',
    /Read-only|Unable to create/,
  ],
  [
    'plan-git-commit',
    'nothing is committed',
    'git -c user.name=x -c user.email=x@x commit --allow-empty -m x',
    /Read-only|nable to|cannot lock/,
  ],
  ['plan-git-stash', 'nothing is stashed', 'git stash push; git branch x', /Read-only|nable to|cannot/],
  ['plan-git-hook', 'no hook is added', 'evil .git/hooks/pre-commit', READ_ONLY],
  ['plan-git-config', 'no git setting is changed', 'git config core.fsmonitor x', READ_ONLY],
  ['plan-notes-way-out', 'the folder for plans is no way to the rest', 'echo x > .steiner/plans/../../new', READ_ONLY],
  [
    'plan-notes-link',
    'a link in the folder for plans is no way to the rest',
    'ln -s ../../a .steiner/plans/l; echo x > .steiner/plans/l',
    READ_ONLY,
  ],
  ['plan-notes-hard-link', 'a hard link in the folder for plans is no way to the rest', 'ln a .steiner/plans/h', /cross-device/],
  ['plan-tmp-hard-link', 'a hard link in /tmp is no way to the rest', 'ln a /tmp/h', /cross-device/],
  ['plan-own', "Steiner's own files stay", 'echo x > .steiner/config.yaml', READ_ONLY],
  ['plan-further', 'folders opened for writing are read-only too', 'echo x > "$BASE/shared/new"', READ_ONLY],
  [
    'plan-remount',
    'the project is not mounted writable again',
    'mount -o remount,rw,bind "$PROJECT"; unshare -Urm mount -o remount,rw,bind "$PROJECT"; echo x > new',
    READ_ONLY,
  ],
  [
    'plan-works',
    'plans, security notes and /tmp are written, git is read',
    'echo p > .steiner/plans/p && echo s > .steiner/security/s && echo t > /tmp/t && git status --short && git log --oneline && echo worked',
    /worked/,
  ],
]);

export const LED_CASES: readonly EscapeCase[] = attempts('links', 'led', [
  ['led-secret', 'a .steiner that leads to credentials shows none', 'cat .steiner/* ~/.aws/*; ls -A ~/.aws | wc -l', /^0$/m],
  ['led-write', 'nothing is written where such a .steiner leads', 'echo x > .steiner/new', READ_ONLY],
  [
    'led-replace',
    'such a .steiner is not replaced',
    'rm .steiner; mkdir .steiner; echo x > .steiner/config.yaml; echo replaced',
    /^replaced$/m,
  ],
]);
