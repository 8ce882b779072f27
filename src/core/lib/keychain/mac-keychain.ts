import type { Problem } from '../../../shared/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Keychain } from '../ports.ts';
import { runTool, type ToolPorts } from '../run-tool.ts';
import { failed, unanswered, unavailable } from './keychain-problem.ts';

type Done = { readonly code: number | null; readonly out: string; readonly err: string };

const SERVICE = 'steiner';
/** What `security` ends with when there is no such entry. */
const NOT_FOUND = 44;

/** The login keychain of macOS, through `security`. */
export function createMacKeychain(ports: ToolPorts): Keychain {
  const run = (args: readonly string[], input?: string) => security(args, input, ports);
  return {
    kind: 'macOS Keychain',
    async get(name) {
      const found = await run(['find-generic-password', '-s', SERVICE, '-a', name, '-w']);
      if (!found.ok) return found;
      const { code, out, err } = found.value;
      if (code === 0) return ok(out.replace(/\n$/, ''));
      return code === NOT_FOUND ? ok(null) : failed('read the key', err);
    },
    async set(name, secret) {
      // Commands are read from the input, and the secret in hex, so that no argument ever holds it and nothing in it needs quoting.
      const hex = Buffer.from(secret, 'utf8').toString('hex');
      const stored = await run(['-i'], `add-generic-password -U -s ${SERVICE} -a ${name} -l "Steiner: ${name}" -X ${hex}\n`);
      if (!stored.ok) return stored;
      const { code, err } = stored.value;
      return code === 0 && err.trim() === '' ? ok(null) : failed('take the key', err.replaceAll(hex, '…'));
    },
    async delete(name) {
      const deleted = await run(['delete-generic-password', '-s', SERVICE, '-a', name]);
      if (!deleted.ok) return deleted;
      const { code, err } = deleted.value;
      if (code === 0) return ok(true);
      return code === NOT_FOUND ? ok(false) : failed('remove the key', err);
    },
    async list() {
      const dumped = await run(['dump-keychain']);
      if (!dumped.ok) return dumped;
      return dumped.value.code === 0 ? ok(accountsIn(dumped.value.out)) : failed('be read', dumped.value.err);
    },
  };
}

/** Attributes of all entries, without secrets: each begins with a line `keychain:`. */
function accountsIn(dump: string): string[] {
  return dump
    .split(/^keychain:/m)
    .filter((entry) => entry.includes(`"svce"<blob>="${SERVICE}"`))
    .flatMap((entry) => /"acct"<blob>="([^"]+)"/.exec(entry)?.[1] ?? [])
    .sort();
}

async function security(args: readonly string[], input: string | undefined, ports: ToolPorts): Promise<Result<Done, Problem>> {
  const label = `security ${args[0] === '-i' ? 'add-generic-password' : args[0]}`;
  const result = await runTool({ command: 'security', args, label, ...(input === undefined ? {} : { input }) }, ports);
  switch (result.kind) {
    case 'missing':
      return unavailable('`security` is not there', 'Name an environment variable in api_key_env.');
    case 'slow':
      return unanswered();
    case 'done':
      return ok(result);
  }
}
