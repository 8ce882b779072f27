import { attempts, type EscapeCase, loneAttempts, READ_ONLY, REFUSED } from '../case.ts';

const GONE = /No such (file|process)/;

/** Calls a system call by number and prints the error. */
function call(number: number, ...args: readonly (number | string)[]): string {
  return `syscall ${number} ${args.join(' ')}`;
}

export const PROC_CASES: readonly EscapeCase[] = attempts('/proc', 'checkout', [
  ['proc-root', "a host process's root is not reached", 'cat "/proc/$VICTIM/root$SECRETS/plain"', GONE],
  ['proc-environ', "a host process's environment is not read", 'cat "/proc/$VICTIM/environ"', GONE],
  ['proc-memory', "a host process's memory is not read", 'head -c1 "/proc/$VICTIM/mem"', GONE],
  ['proc-descriptors', "a host process's files are not reached", 'ls "/proc/$VICTIM/fd"', GONE],
  ['proc-cwd', "a host process's folder is not reached", 'ls "/proc/$VICTIM/cwd/"', GONE],
  ['proc-exe', "a host process's program is not reached", 'ls -l "/proc/$VICTIM/exe"', GONE],
  ['proc-parent', 'Steiner itself is not seen', 'cat "/proc/$STEINER/cmdline"', GONE],
  [
    'proc-count',
    'only processes of the command are listed',
    'n=$(ls /proc | grep -c "^[0-9]*$"); [ "$n" -lt 20 ] && echo "few: $n"',
    /few/,
  ],
  ['proc-init-root', "the first process's root is the sandbox's", 'echo x > "/proc/1/root$OUT/new"', REFUSED],
  ['proc-init-exe', "the sandbox's own program is not overwritten", 'touch_open /proc/1/exe', /busy|denied|Read-only/],
  ['proc-self-exe', 'the running shell is not overwritten', 'touch_open /proc/self/exe', /busy|denied|Read-only/],
  ['proc-init-environ', 'the first process holds no secret', 'tr "\\0" "\\n" < /proc/1/environ; echo looked', /looked/],
  [
    'proc-init-descriptors',
    'the first process holds no file of the host',
    'ls -l /proc/1/fd; ls -l /proc/1/fd 2> /dev/null | grep -F "$BASE" || echo none',
    /none/,
  ],
  [
    'proc-init-filter',
    'the first process is under the same filter',
    'grep Seccomp: /proc/1/status /proc/self/status',
    /1\/status:Seccomp:\s+2\n.*self\/status:Seccomp:\s+2/,
  ],
  ['proc-core-pattern', 'no program is named for core dumps', 'touch_open /proc/sys/kernel/core_pattern', REFUSED],
  ['proc-modprobe', 'no program is named for modules', 'touch_open /proc/sys/kernel/modprobe', REFUSED],
  [
    'proc-settings',
    'kernel settings are not changed',
    'touch_open /proc/sys/kernel/panic /proc/sys/vm/drop_caches /proc/sys/fs/file-max',
    REFUSED,
  ],
  ['proc-sysrq', 'the machine is not rebooted by key', 'touch_open /proc/sysrq-trigger', REFUSED],
  ['proc-binfmt', 'no interpreter is registered', 'touch_open /proc/sys/fs/binfmt_misc/register', REFUSED],
  [
    'proc-all',
    'nothing but settings of its own namespaces is written through /proc',
    'for f in $(find /proc -maxdepth 3 -type f -not -path "/proc/[0-9]*" -not -path "/proc/*self/*" -not -path "/proc/pressure/*" 2> /dev/null | grep -vE "/sys/(kernel/(shm|msg|sem|auto_msgmni|ns_last_pid|pid_max)|fs/mqueue|user|net)"); do (: >> "$f") 2> /dev/null && echo "opened $f"; done; echo searched',
    /^searched/,
  ],
  ['proc-kcore', 'kernel memory is not read', 'head -c 4096 /proc/kcore | grep -c ELF', /not permitted|denied|No such/],
  ['proc-kmsg', 'kernel messages are not taken', 'timeout 1 head -c1 /proc/kmsg', REFUSED],
  ['proc-id-map', 'no further users are mapped in', 'echo "0 0 65536" > /proc/self/uid_map; echo allow > /proc/self/setgroups', REFUSED],
  [
    'proc-oom',
    'the command stays the first to go when memory runs out',
    'echo -1000 > /proc/self/oom_score_adj; cat /proc/self/oom_score_adj',
    /denied[\s\S]*^500$/m,
  ],
]);

export const PROCESS_CASES: readonly EscapeCase[] = [
  ...attempts('processes', 'checkout', [
    ['process-kill', 'no host process is ended', 'kill -9 "$VICTIM"', GONE],
    ['process-kill-steiner', 'Steiner is not reached by a signal', 'kill -0 "$STEINER"', GONE],
    ['process-kill-name', 'no host process is ended by name', 'pkill -9 -f "$MARK-victim"; echo "code $?"', /code 1|command not found/],
    ['process-kill-group', 'no host process group is ended', 'kill -9 -- "-$VICTIM"', GONE],
    ['process-trace', 'no host process is traced', call(101, 16, '$VICTIM', 0, 0), /No such process|not permitted/],
    ['process-table', 'nothing of a host process is listed', 'ls "/proc/$VICTIM/task"; ps -p "$VICTIM"', GONE],
    ['process-handle', 'no handle of a host process is had', call(434, '$VICTIM', 0), /No such process/],
    ['process-priority', 'no host process is slowed down', 'renice -n 19 -p "$VICTIM"', GONE],
    ['process-limits', "no host process's limits are changed", 'prlimit --pid "$VICTIM" --nofile=1', GONE],
    [
      'process-namespaces',
      "no host process's namespaces are joined",
      'nsenter -t "$VICTIM" -m true; nsenter -t 1 -m -p sh -c "echo x > $OUT/new"',
      /No such|cannot open|not permitted/,
    ],
    ['process-nice', 'the command does not push itself forward', call(141, 0, 0, -20), /not permitted|Permission denied/],
    ['process-realtime', 'the command does not take the processor for itself', 'chrt -f 50 true', /not permitted/],
  ]),
  ...loneAttempts('processes', 'checkout', [
    ['outlive-background', 'a background process ends with the call', 'bash -c "exec -a $MARK sleep 300" & echo started', /started/],
    [
      'outlive-session',
      'a process in a session of its own ends with the call',
      'setsid bash -c "exec -a $MARK sleep 300" > /dev/null 2>&1 < /dev/null & echo started',
      /started/,
    ],
    [
      'outlive-daemon',
      'a daemon ends with the call',
      '(setsid sh -c "setsid bash -c \\"exec -a $MARK sleep 300\\" &" &) > /dev/null 2>&1; echo started',
      /started/,
    ],
    [
      'outlive-deaf',
      'a process that ignores signals ends with the call',
      '(trap "" TERM HUP INT; exec -a "$MARK" sleep 300) > /dev/null 2>&1 & echo started',
      /started/,
    ],
    [
      'outlive-stopped',
      'a stopped process ends with the call',
      'bash -c "exec -a $MARK sleep 300" > /dev/null 2>&1 & kill -STOP $!; echo started',
      /started/,
    ],
    ['process-kill-all', 'a signal to everything stays inside', '[ "$(own pid)" = own ] && { echo started; kill -9 -1; }', /started/],
  ]),
];

export const MOUNT_CASES: readonly EscapeCase[] = attempts('mounts and namespaces', 'checkout', [
  [
    'mount-umount',
    'nothing that covers is taken away',
    'umount ~/.ssh; umount /tmp; cat ~/.ssh/id_ed25519',
    /not permitted|must be superuser|denied/,
  ],
  ['mount-remount', 'the system is not mounted writable', 'mount -o remount,rw,bind /; echo x > "$OUT/new"', READ_ONLY],
  ['mount-bind', 'nothing is mounted over hooks', 'mkdir m; mount --bind m .git/hooks; echo x > .git/hooks/new', READ_ONLY],
  [
    'mount-nested-umount',
    'nor from a namespace of its own',
    'unshare -Urm sh -c "umount $HOME/.ssh; cat $HOME/.ssh/id_ed25519"',
    /No such|not permitted|not mounted|no mount point|Invalid/,
  ],
  [
    'mount-nested-remount',
    'nor is the system mounted writable there',
    'unshare -Urm sh -c "mount -o remount,rw,bind /; echo x > $OUT/new"',
    /Read-only|not permitted/,
  ],
  [
    'mount-nested-move',
    'nor are mounts moved',
    'unshare -Urm sh -c "mkdir -p /tmp/m; mount --move $HOME/.ssh /tmp/m; cat $HOME/.ssh/id_ed25519"',
    /No such|not permitted|bad option|wrong fs|Invalid|bad superblock/,
  ],
  [
    'mount-nested-copy',
    'nor is a folder shown again without what covers it',
    'unshare -Urm sh -c "mkdir -p /tmp/n; mount --bind $HOME /tmp/n; cat /tmp/n/.ssh/id_ed25519"',
    /No such|not permitted|wrong fs|Invalid|bad superblock/,
  ],
  [
    'mount-nested-overlay',
    'nor does an overlay write through',
    'unshare -Urm sh -c "mkdir -p /tmp/u /tmp/w /tmp/o; mount -t overlay o -o lowerdir=$OUT,upperdir=/tmp/u,workdir=/tmp/w /tmp/o; echo x > /tmp/o/new; cat $OUT/new"',
    /No such|not permitted/,
  ],
  [
    'mount-nested-proc',
    'nor does a new /proc show the host',
    'unshare -Urmp --fork sh -c "mount -t proc p /proc; cat /proc/$VICTIM/environ"',
    /No such|not permitted/,
  ],
  ['mount-nested-hooks', 'nor can hooks be renamed away there', 'unshare -Urm sh -c "mv .git/hooks h; mv .git g"', REFUSED],
  ['mount-pivot', 'the root is not changed', 'mkdir -p /tmp/r; chroot / true; pivot_root /tmp/r /tmp/r', /not permitted|not found/],
  [
    'mount-device',
    'no block device is mounted',
    'mount -t tmpfs t /mnt; mount /dev/sda1 /mnt; mount /dev/vda /mnt',
    /not permitted|must be superuser|denied/,
  ],
  ['mount-loop', 'no image is attached as a device', 'truncate -s 1M img; losetup -f img', /not permitted|No such|denied|cannot find/],
  ['mount-fuse', 'no file system of its own is offered', '[ -e /dev/fuse ] && echo fuse || echo none', /none/],
  ['namespace-mount', 'the mount namespace is its own', 'own mnt', /own/],
  ['namespace-pid', 'the pid namespace is its own', 'own pid', /own/],
  ['namespace-ipc', 'shared memory and queues are its own', 'own ipc', /own/],
  ['namespace-uts', 'the host name is its own', 'own uts', /own/],
  ['namespace-user', 'the user namespace is its own', 'own user', /own/],
  ['namespace-cgroup', 'the control groups are its own', 'own cgroup', /own/],
]);

export const PRIVILEGE_CASES: readonly EscapeCase[] = attempts('privileges', 'checkout', [
  [
    'privilege-capabilities',
    'no capability is held or can be',
    'grep -E "Cap(Eff|Prm|Bnd|Amb)" /proc/self/status | sort | uniq | grep -vc "0000000000000000"; echo counted',
    /^0\ncounted/m,
  ],
  ['privilege-no-new', 'no program gives new rights', 'grep NoNewPrivs /proc/self/status', /NoNewPrivs:\s+1/],
  [
    'privilege-sudo',
    'sudo gives no rights',
    'sudo -n true; su -c true root < /dev/null; echo "> $OUT/new" | sudo -n sh',
    /no new privileges|not found|must be run|Authentication|owned by|not permitted|required|cannot set/,
  ],
  ['privilege-setuid', 'no other user is taken on', 'py "import os; os.setgroups([0])"', REFUSED],
  [
    'privilege-setuid-file',
    'a set-user-id copy gives no rights',
    'cp "$(command -v id)" myid; chmod 4755 myid; ./myid -u > /tmp/id; [ "$(cat /tmp/id)" = "$(id -u)" ] && echo same',
    /same/,
  ],
  ['privilege-chown', 'no file is given to another user', 'echo x > own; chown "$(($(id -u) + 1))" own', /not permitted|Invalid argument/],
  ['privilege-node', 'no device node is made', 'mknod disk b 8 0; mknod mem c 1 1', /not permitted/],
  ['privilege-chroot', 'no other root is taken', 'chroot / true', /not permitted|Permission denied/],
  ['privilege-module', 'no kernel module is loaded', call(175, 0, 0, 0), /not permitted/],
  ['privilege-module-remove', 'no kernel module is removed', call(176, 0, 0), /not permitted/],
  ['privilege-kexec', 'no other kernel is loaded', call(246, 0, 0, 0, 0), /not permitted/],
  ['privilege-reboot', 'the machine is not restarted', call(169, 0xfee1dead, 672274793, 0, 0), /not permitted/],
  ['privilege-swap', 'no swap is turned off', call(168, 0), /not permitted/],
  ['privilege-time', 'the time is not changed', 'date -s "$(date)"', /not permitted|cannot set date/],
  ['privilege-hostname', 'the host name is not changed', 'py "import socket; socket.sethostname(socket.gethostname())"', /not permitted/],
  ['privilege-ports', 'no input or output port is opened', call(172, 3), /not permitted/],
  ['privilege-accounting', 'no process accounting is turned on', call(163, 0), /not permitted/],
  ['privilege-perf', 'the kernel is not measured', call(298, 0, 0, 0, 0, 0), /not permitted|denied|Bad address|Invalid/],
]);

/** Into the mode and owner that each has already, so that a hole does no harm. */
const CHANGE_DEVICES = `for device in null zero full random urandom tty; do
  chmod "$(stat -c %a "/dev/$device")" "/dev/$device" && echo "changed $device"
  chown "$(stat -c %u:%g "/dev/$device")" "/dev/$device" && echo "changed $device"
done; echo tried`;
const KEPT_DEVICES = /^(ch(mod|own): .*(Read-only file system|Operation not permitted|Invalid argument)\n){12}tried/m;

export const KERNEL_CASES: readonly EscapeCase[] = attempts('kernel and devices', 'checkout', [
  ['kernel-key-add', 'no key is put into the login keyring', call(248, 0, 0, 0, 0, -3), /not permitted/],
  ['kernel-key-read', 'no key of the login keyring is read', call(250, 11, -3, 0, 0), /not permitted/],
  ['kernel-key-request', 'no key is asked for', call(249, 0, 0, 0, 0), /not permitted/],
  ['kernel-vsock', 'the machine around a virtual one is not reached', call(41, 40, 1, 0), /not permitted/],
  ['kernel-rings', 'no ring goes around the filter', call(425, 1, 0), /not implemented/],
  ['kernel-x32', 'no other calling convention goes around the filter', call(0x40000000 + 250, 11, -3, 0, 0), /not implemented/],
  [
    'kernel-sys',
    'no setting under /sys is changed',
    'touch_open /sys/power/state /sys/kernel/uevent_helper /sys/kernel/mm/ksm/run',
    REFUSED,
  ],
  [
    'kernel-cgroup',
    'no control group is made or left',
    'mkdir /sys/fs/cgroup/steiner-escape; echo $$ > /sys/fs/cgroup/cgroup.procs',
    /Read-only|denied/,
  ],
  [
    'kernel-release-agent',
    'no program is named for empty groups',
    'unshare -UrmC sh -c "mkdir -p /tmp/c; mount -t cgroup -o pids c /tmp/c; echo x > /tmp/c/release_agent"',
    /not permitted|denied|bad|No such|nonexistent|dont|permission/i,
  ],
  [
    'kernel-debug',
    'kernel tracing is not changed',
    'touch_open /sys/kernel/tracing/tracing_on /sys/kernel/debug/tracing/tracing_on',
    REFUSED,
  ],
  [
    'device-list',
    'only harmless devices are there',
    'ls /dev | grep -vE "^(console|core|fd|full|null|ptmx|pts|random|shm|stderr|stdin|stdout|tty|urandom|zero)$" || echo only',
    /^only$/m,
  ],
  ['device-write', 'no device is added', 'echo x > /dev/x; ln -s / /dev/l', READ_ONLY],
  ['device-memory', 'memory of the machine is not read', 'head -c1 /dev/mem; head -c1 /dev/kmem; head -c1 /dev/port', /No such/],
  ['device-owner', 'no device of the machine gets another mode or owner', CHANGE_DEVICES, KEPT_DEVICES],
  [
    'device-use',
    'and each does what it is for',
    'echo x > /dev/null && head -c 3 /dev/zero | wc -c; head -c 3 /dev/urandom | wc -c; head -c 3 /dev/random | wc -c; echo x > /dev/full',
    /^3\n3\n3\n.*No space left/m,
  ],
  ['device-shm', 'shared memory of the host is not seen', 'ls /dev/shm | grep -F "$MARK" || echo none', /none/],
  ['terminal-none', 'there is no terminal to type into', 'echo x > /dev/tty', /No such device/],
  [
    'terminal-inject',
    'nothing is typed into a terminal of the host',
    'py "import fcntl; [fcntl.ioctl(fd, 0x5412, b\'x\') for fd in (0, 1, 2)]"',
    /Inappropriate ioctl|not permitted|Input\/output|Bad file/,
  ],
  ['terminal-host', 'terminals of the host are not seen', 'ls /dev/pts | grep -v ptmx || echo none', /none/],
  [
    'descriptors',
    'nothing is inherited but the three streams',
    'n=$(ls /proc/self/fd | wc -l); [ "$n" -le 4 ] && echo three; ls -l /proc/self/fd',
    /three/,
  ],
]);
