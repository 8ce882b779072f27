import { type Attempt, attempts, type EscapeCase, loneAttempts, REFUSED } from '../case.ts';

const UNREACHABLE = /unreachable|Cannot assign|refused/i;
const ALONE: readonly Attempt[] = [
  ['loopback', "the host's loopback is not reached", 'tcp 127.0.0.1 "$PORT"', UNREACHABLE],
  ['loopback-name', 'nor by its name', 'tcp localhost "$PORT"', UNREACHABLE],
  ['loopback-6', 'nor over IPv6', 'tcp ::1 "$PORT"', UNREACHABLE],
  ['lan', "the host's own address is not reached", 'tcp "$LAN" "$PORT"', UNREACHABLE],
  ['internet', 'no address of the internet is reached', 'tcp 192.0.2.1 80', UNREACHABLE],
  ['dns-server', 'no name server is reached', 'echo x > /dev/udp/192.0.2.1/53', UNREACHABLE],
  ['metadata', 'no metadata service is reached', 'tcp 169.254.169.254 80', UNREACHABLE],
  ['abstract', 'no abstract socket of the host is reached', 'sock "@$MARK"', /ECONNREFUSED|n\/a/],
  ['interfaces', 'there is no interface but loopback', 'tail -n +3 /proc/net/dev | grep -v " lo:" || echo only', /only/],
  ['raw', 'no raw socket is opened', 'py "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)"', REFUSED],
  ['packet', 'no packet is sent past the protocols', 'py "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)"', REFUSED],
  ['namespace', 'the network is its own', 'own net', /own/],
  [
    'interface-add',
    'no interface is added',
    'command -v ip > /dev/null || echo "n/a: ip is not installed"; ip link add d0 type dummy',
    REFUSED,
  ],
  [
    'resolver-socket',
    'no resolver answers over a socket',
    'sock /run/systemd/resolve/io.systemd.Resolve; sock /run/nscd/socket',
    /ENOENT|ECONNREFUSED|ENOTDIR/,
  ],
];

/** The same attempts under another policy. */
function named(prefix: string): readonly Attempt[] {
  return ALONE.map(([id, title, run, shows]) => [`${prefix}-${id}`, title, run, shows]);
}

const DENIED = /403|Denied by the sandbox/;

export const NETWORK_CASES: readonly EscapeCase[] = [
  ...attempts('network: off', 'offline', named('off')),
  ...attempts('network: allowlist', 'allowlist', named('list')),
  ...attempts('network: allowlist', 'allowlist', [
    ['list-allowed', 'an allowed host answers', 'ask "GET http://allowed.test:$ALLOWED_PORT/"', /200 OK[\s\S]*welcome/],
    ['list-tunnel', 'an allowed host is tunnelled to', 'ask "CONNECT allowed.test:$ALLOWED_PORT"', /200/],
    ['list-suffix', 'a host below an allowed suffix answers', 'ask "GET http://a.wild.test:$ALLOWED_PORT/"', /200 OK/],
    ['list-denied', 'another host is denied', 'ask "GET http://denied.test/"', DENIED],
    ['list-denied-tunnel', 'nor tunnelled to', 'ask "CONNECT denied.test:443"', DENIED],
    ['list-suffix-itself', 'the suffix alone is denied', 'ask "CONNECT wild.test:443"', DENIED],
    [
      'list-suffix-trick',
      'a name that only ends alike is denied',
      'ask "CONNECT notallowed.test:443"; ask "CONNECT allowed.test.evil.test:443"',
      DENIED,
    ],
    ['list-user-trick', 'a user name is not taken for the host', 'ask "GET http://allowed.test@denied.test/"', DENIED],
    ['list-address', 'an address that is not listed is denied', 'ask "CONNECT 192.0.2.1:443"', DENIED],
    ['list-proxy-loopback', "the host's loopback is denied", 'ask "GET http://127.0.0.1:$PORT/"', DENIED],
    [
      'list-loopback-forms',
      'in every way to write it',
      'for a in localhost 2130706433 0x7f000001 0177.0.0.1 127.1 0.0.0.0 "[::1]" "[::ffff:127.0.0.1]"; do ask "GET http://$a:$PORT/" | head -n 1; done | sort -u | tr -d "\\r"',
      /^HTTP\/1.1 403[^\n]*\n?$/,
    ],
    ['list-rebind', 'an allowed name that leads to loopback is denied', 'ask "GET http://rebind.test:$PORT/"', DENIED],
    ['list-proxy-metadata', 'the metadata service is denied', 'ask "GET http://169.254.169.254/"', DENIED],
    [
      'list-host-header',
      'another host is not named in the header',
      'ask "GET http://allowed.test:$ALLOWED_PORT/host" "Host: denied.test"',
      /welcome allowed\.test/,
    ],
    ['list-socks', 'SOCKS follows the same list', 'socks denied.test', /reply 2/],
    ['list-socks-allowed', 'and opens what is allowed', 'socks allowed.test "$ALLOWED_PORT"', /reply 0/],
    ['list-forwarder', 'the process that holds the network is not ended', 'kill -9 "$OWNER"', /No such process/],
  ]),
  ...attempts('network: host', 'checkout', [
    ['host-raw', 'no raw socket is opened', 'py "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)"', REFUSED],
    [
      'host-packet',
      'no packet is sent past the protocols',
      'py "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)"',
      REFUSED,
    ],
    [
      'host-interface',
      'no interface is changed',
      'command -v ip > /dev/null || echo "n/a: ip is not installed"; ip link set lo up',
      REFUSED,
    ],
    [
      'host-low-port',
      'no port of the system is taken',
      '[ "$(cat /proc/sys/net/ipv4/ip_unprivileged_port_start)" -gt 81 ] || echo "n/a: this machine opens low ports to everybody"; py "import socket; socket.socket().bind((\'127.0.0.1\', 81))"',
      REFUSED,
    ],
  ]),
];

export const LIMIT_CASES: readonly EscapeCase[] = [
  ...attempts('limits', 'small', [
    ['limit-core', 'a crash leaves no core dump', 'sh -c "kill -SEGV \\$\\$"; ls core* 2> /dev/null; ulimit -c', /^0$/m],
    ['limit-core-raise', 'the limit is not raised', 'ulimit -c unlimited; ulimit -f unlimited', /not permitted|cannot modify/i],
    ['limit-file', 'no file grows past its limit', 'truncate -s 2G big; ls big; rm -f big', /File too large|size limit/],
    [
      'limit-shm',
      'shared memory is bounded',
      'size=$(df -k --output=size /dev/shm | tail -n 1); [ "$size" -le 1048576 ] && echo bounded',
      /bounded/,
    ],
    ['limit-dev', 'nothing else under /dev is filled', 'head -c 1000 /dev/zero > /dev/fill', /Read-only/],
    ['limit-hidden', 'no folder that hides something is filled', 'head -c 1000 /dev/zero > ~/.ssh/fill', /Read-only/],
  ]),
  ...loneAttempts('limits', 'small', [
    [
      'limit-processes',
      'a fork bomb stops at the number of processes',
      '[ "$COUNTED" = yes ] || echo "n/a: processes of root are not counted here, and no control group can be made"; sh -c "i=0; while [ \\$i -lt 300 ]; do sleep 3 & i=\\$((i + 1)); done; echo all started"',
      /Resource temporarily unavailable|[Cc]annot fork/,
    ],
    [
      'limit-memory',
      'a command that takes all memory ends before the machine is short of it',
      'py "x = bytearray(600 * 1024 * 1024); print(len(x) and \'taken\')"; echo "code $?"',
      /^code (1|137)$/m,
    ],
    [
      'limit-output',
      'a flood of output ends with the command',
      'timeout 1 yes | head -c 30000000 > /dev/null; yes | head -c 3000000; echo; echo ended',
      /ended/,
    ],
  ]),
];
