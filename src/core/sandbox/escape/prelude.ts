/**
 * Functions that the probes use. Besides these they have the variables of their arena: BASE and in it PROJECT, COMMON (its git folder),
 * OUT (a folder nobody may write) and SECRETS; VICTIM, STEINER and OWNER (pids of the host), PORT, LAN and ALLOWED_PORT (servers of the
 * host), MARK (a word in names of things on the host), COUNTED and `NS_…` (namespaces of the host).
 */
export const PRELUDE = String.raw`
unset -f command_not_found_handle
PYTHON=$(command -v /usr/bin/python3 || command -v python3)
py() {
  [ -n "$PYTHON" ] || { echo 'n/a: python3 is not installed'; return; }
  timeout 10 "$PYTHON" -I -c "$1"
}
syscall() {
  [ "$(uname -m)" = x86_64 ] || { echo 'n/a: the numbers of system calls are those of another processor'; return; }
  py "
import ctypes, os, sys
c = ctypes.CDLL(None, use_errno=True)
r = c.syscall(*[ctypes.c_long(int(a)) for a in '$*'.split()])
print('succeeded' if r >= 0 else os.strerror(ctypes.get_errno()))
if r < 0 and ctypes.get_errno() == 38: print('n/a: this kernel has no such call')"
}
# Opens files for appending and writes nothing, so that a hole does no harm.
touch_open() {
  local file
  for file; do
    if [ -e "$file" ]; then : >> "$file" && echo "opened $file"; else echo "n/a: there is no $file"; fi
  done
}
evil() { printf '#!/bin/sh\ntouch %s/pwned\n' "$OUT" > "$1" && chmod +x "$1"; }
git_evil() { evil "$PROJECT/evil-monitor"; printf '[core]\n\tfsmonitor = %s/evil-monitor\n' "$PROJECT"; }
own() {
  local host="NS_$1"
  [ "$(readlink "/proc/self/ns/$1")" != "${'$'}{!host}" ] && echo own || echo shared
}
tcp() { timeout 3 bash -c "exec 3<> /dev/tcp/$1/$2 && head -c 200 <&3"; }
sock() {
  ELECTRON_RUN_AS_NODE=1 timeout 5 "$NODE" -e '
    const path = process.argv[1].replace(/^@/, "\0");
    const socket = require("node:net").connect(path, () => console.log("connected"));
    socket.on("data", (data) => { console.log(String(data)); socket.destroy(); });
    socket.on("error", (error) => console.log(error.code));' "$1"
}
ask() {
  exec 8<> "/dev/tcp/127.0.0.1/${'$'}{http_proxy##*:}"
  printf '%s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n' "$1" "${'$'}{2:-Host: proxy}" >&8
  case "$1" in CONNECT*) timeout 5 head -n 1 <&8 ;; *) timeout 5 cat <&8 ;; esac
  exec 8>&-
}
socks() {
  local host=$1 port=${'$'}{2:-80}
  exec 9<> "/dev/tcp/127.0.0.1/${'$'}{http_proxy##*:}"
  printf '\5\1\0' >&9
  timeout 5 head -c 2 <&9 > /dev/null
  printf "\5\1\0\3$(printf '\\%03o' ${'$'}{#host})$host$(printf '\\%03o\\%03o' $((port / 256)) $((port % 256)))" >&9
  echo "reply $(timeout 5 head -c 2 <&9 | od -An -tu1 | awk '{ print $2 }')"
  exec 9>&-
}
`;
