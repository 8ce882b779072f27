import { isAbsolute, join } from 'node:path';
import { withoutEnd } from '../../shared/without-end.ts';
import type { DeniedHost } from './network/dialer.ts';
import type { FailedCommand, SandboxPolicy } from './sandbox.ts';

/** What the sandbox can keep a command from doing. */
export type DenialKind =
  | 'write-outside'
  | 'read-only-project'
  | 'git-protected'
  | 'other-worktree'
  | 'git-elsewhere'
  | 'own-files'
  | 'hidden'
  | 'network'
  | 'host-not-allowed'
  | 'limit';

const GIGABYTE = 1024 ** 3;
const READ_ONLY = /Read-only file system|\bEROFS\b|errno 30\b|os error 30\b/i;
const BUSY = /Device or resource busy|\bEBUSY\b/;
const NO_NETWORK = [
  /Could not resolve (host|hostname|proxy)|Temporary failure in name resolution|Name or service not known|getaddrinfo (EAI_AGAIN|ENOTFOUND)/i,
  /Network is unreachable|\bENETUNREACH\b|Cannot assign requested address|nodename nor servname|dns error|failed to lookup address/i,
];
const REFUSED_CONNECT =
  /Denied by the sandbox|CONNECT tunnel failed, response 403|Received HTTP code 403 from proxy|Tunnel connection failed: 403/i;
const LIMITS = [
  [
    /fork: (retry: )?Resource temporarily unavailable|can(?:'|no)t (?:fork|create thread)|pthread_create.*EAGAIN|spawn \S+ EAGAIN/i,
    'processes',
  ],
  [/line \d+: +\d+ Killed|Cannot allocate memory|\bENOMEM\b|\bMemoryError\b|[Oo]ut of memory|std::bad_alloc|\bOOM\b/, 'memory'],
  [/File size limit exceeded|\bSIGXFSZ\b|\bEFBIG\b|File too large/i, 'file'],
] as const;

/** Which refusals the output of a failed command shows. Pure. `denied` are hosts that the egress proxy refused. */
export function findDenials(
  policy: SandboxPolicy,
  { command, output }: FailedCommand,
  denied: readonly DeniedHost[],
): readonly DenialKind[] {
  const kinds = new Set<DenialKind>();
  for (const line of output.split('\n')) {
    const kind = lineKind(policy, line, command);
    if (kind) kinds.add(kind);
  }
  if (mentionsHidden(policy, `${command}\n${output}`)) kinds.add('hidden');
  if (denied.length > 0 || (policy.network === 'allowlist' && REFUSED_CONNECT.test(output))) kinds.add('host-not-allowed');
  else if (policy.network !== 'host' && NO_NETWORK.some((pattern) => pattern.test(output))) kinds.add('network');
  if (LIMITS.some(([pattern]) => pattern.test(output))) kinds.add('limit');
  return [...kinds];
}

/** One plain sentence or two for each refusal: what the sandbox held back, and the way out. */
export function explainDenials(policy: SandboxPolicy, failed: FailedCommand, denied: readonly DeniedHost[]): readonly string[] {
  return findDenials(policy, failed, denied).flatMap((kind) =>
    kind === 'host-not-allowed' ? explainHosts(denied) : explain(kind, policy),
  );
}

/** What is protected inside something writable is a mount of its own: it is busy for who would move or replace it. */
function lineKind(policy: SandboxPolicy, line: string, command: string): DenialKind | undefined {
  if (READ_ONLY.test(line)) return readOnlyKind(policy, line, command);
  if (!BUSY.test(line)) return undefined;
  const kind = readOnlyKind(policy, line, command);
  return kind === 'write-outside' ? undefined : kind;
}

function readOnlyKind(policy: SandboxPolicy, line: string, command: string): DenialKind {
  if (!policy.rootWritable) return 'read-only-project';
  const about = namedPaths(line).length > 0 ? line : `${line}\n${command}`;
  if (/(^|[\s'"/=])(\.git|modules\/\S{1,4000})\/(hooks|config)\b|core\.hookspath|could not (lock|write) config file/i.test(about))
    return 'git-protected';
  if (/\/worktrees\//.test(about)) return 'other-worktree';
  const paths = namedPaths(line);
  const { gitElsewhere } = policy;
  if (gitElsewhere !== undefined && paths.some((path) => isBelow(path, gitElsewhere, policy.root))) return 'git-elsewhere';
  if (paths.some((path) => isBelow(path, join(policy.root, '.steiner'), policy.root))) return 'own-files';
  const guarded = [...policy.sealed, ...policy.readOnly];
  return paths.some((path) => guarded.some((folder) => isBelow(path, folder, policy.root))) ? 'git-protected' : 'write-outside';
}

/** Words of a line that look like paths, without quotes and the colon behind them. */
function namedPaths(line: string): readonly string[] {
  return line
    .split(/[\s'"‘’`]+/)
    .map((word) => withoutEnd(word, ':,;'))
    .filter((word) => /^[\w.~-]*\/|^\./.test(word));
}

function isBelow(path: string, folder: string, root: string): boolean {
  const absolute = isAbsolute(path) ? join(path) : join(root, path);
  return absolute === folder || absolute.startsWith(`${folder}/`);
}

/** A hidden file cannot be opened and a hidden folder is empty, so the failure seldom names the cause; the command or its output names the path. */
function mentionsHidden(policy: SandboxPolicy, text: string): boolean {
  const home = policy.cacheTarget.replace(/\/\.cache$/, '');
  const open = policy.readable;
  return policy.unreadable.some((path) => {
    const names = [path, ...(path.startsWith(`${home}/`) ? [`~${path.slice(home.length)}`, `$HOME${path.slice(home.length)}`] : [])];
    return names.some((name) =>
      mentions(
        text,
        name,
        open.filter((shown) => shown.startsWith(`${path}/`)).map((shown) => shown.slice(path.length)),
      ),
    );
  });
}

/** Whether the text names that path or something in it, other than the parts that are shown. */
function mentions(text: string, name: string, shown: readonly string[]): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (endsThere(text, end) || (text[end] === '/' && !shown.some((part) => text.startsWith(part, end)))) return true;
  }
  return false;
}

/** Whether a path ends at that place, perhaps with the stop of a sentence behind it. */
function endsThere(text: string, place: number): boolean {
  let end = place;
  while (text[end] === '.') end += 1;
  return end === text.length || /[\s'"`:;,)]/.test(text.charAt(end));
}

/** Of the hosts that somebody was asked about, the answer. */
function explainHosts(denied: readonly DeniedHost[]): readonly string[] {
  const answered = denied.flatMap(({ answer }) => answer ?? []);
  const unasked = denied.filter(({ answer }) => answer === undefined).map(({ host }) => host);
  if (answered.length > 0 && unasked.length === 0) return answered;
  const hosts = unasked.length > 0 ? unasked.join(', ') : 'a host';
  return [...answered, `The sandbox denied ${hosts}: not among \`sandbox.allowed_hosts\`. Work without it, or ask the person to allow it.`];
}

function explain(kind: Exclude<DenialKind, 'host-not-allowed'>, policy: SandboxPolicy): string {
  switch (kind) {
    case 'write-outside':
      return 'The sandbox let the command write only in the project and in /tmp. Write there instead, or ask the person to add the folder to `paths.writable_paths` or `sandbox.host_mounts`.';
    case 'read-only-project':
      return 'The project is read-only now: only .steiner/plans, .steiner/security and /tmp can be written. Put changes into the plan instead.';
    case 'git-protected':
      return 'The sandbox keeps git hooks and git config read-only, since git would run what they name outside the sandbox. Ask the person to change them, or use `git -c name=value` for one command.';
    case 'other-worktree':
      return 'The sandbox keeps the other worktrees of this repository read-only. Work in this one; what belongs in another has to be done there.';
    case 'git-elsewhere':
      return `Git keeps this project's repository in ${policy.gitElsewhere}, outside the project, and nothing there says that the two belong together, so the sandbox does not write it. Ask the person to add that folder to \`paths.writable_paths\`; its hooks and config stay read-only.`;
    case 'own-files':
      return 'Steiner keeps its own files in .steiner; a command can write only .steiner/plans and .steiner/security there.';
    case 'hidden':
      return 'The sandbox hides keys, credentials, browser data, control sockets and what `paths.blocked_paths` names: they look empty, missing or closed to commands. Ask the person to run what needs them, or to show one with `sandbox.host_mounts`.';
    case 'network':
      return policy.network === 'off'
        ? 'The sandbox has no network (`sandbox.network: off`). Work without it, or ask the person to allow hosts.'
        : 'The sandbox reaches allowed hosts only, through its proxy; this program did not use the proxy (see http_proxy and all_proxy).';
    case 'limit':
      return limitText(policy.limits);
  }
}

function limitText({ processes, fileBytes, memoryBytes }: SandboxPolicy['limits']): string {
  const memory = memoryBytes === undefined ? 'a share of the memory' : `${(memoryBytes / GIGABYTE).toFixed(1)} GB of memory`;
  return `The sandbox limits a command to ${processes} processes, to files of ${Math.round(fileBytes / GIGABYTE)} GB and to ${memory} (\`sandbox.max_processes\`, \`sandbox.max_file_gb\`, \`sandbox.max_memory_gb\`).`;
}
