import type { Problem } from '../../../shared/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Keychain } from '../ports.ts';
import { runTool, type ToolCall, type ToolPorts } from '../run-tool.ts';
import { failed, unanswered, unavailable } from './keychain-problem.ts';

type Done = { readonly code: number | null; readonly out: string; readonly err: string };

/** All entries of ours have this, and their name as `key`. */
const OURS = ['application', 'steiner'];

/** The Secret Service of a Linux desktop (GNOME Keyring, KWallet, KeePassXC), through `secret-tool`. */
export function createSecretService(ports: ToolPorts): Keychain {
  const run = (args: readonly string[], input?: string) => secretTool(args, input, ports);
  return {
    kind: 'Secret Service',
    async get(name) {
      const found = await run(['lookup', ...OURS, 'key', name]);
      if (!found.ok) return found;
      const { code, out, err } = found.value;
      if (code === 0) return ok(out.replace(/\n$/, ''));
      return err.trim() === '' ? ok(null) : refused('read the key', err);
    },
    async set(name, secret) {
      const stored = await run(['store', `--label=Steiner: ${name}`, ...OURS, 'key', name], secret);
      if (!stored.ok) return stored;
      return stored.value.code === 0 ? ok(null) : refused('take the key', stored.value.err);
    },
    async delete(name) {
      const cleared = await run(['clear', ...OURS, 'key', name]);
      if (!cleared.ok) return cleared;
      const { code, err } = cleared.value;
      if (code === 0) return ok(true);
      return err.trim() === '' ? ok(false) : refused('remove the key', err);
    },
    async list() {
      const found = await run(['search', '--all', ...OURS]);
      if (!found.ok) return found;
      const { code, err } = found.value;
      return code === 0 || !/^secret-tool:/m.test(err) ? ok(namesIn(err)) : refused('be read', err);
    },
  };
}

/** Attributes come on the error stream. The other one holds the secrets and is not looked at. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^attribute\.key = (.+)$/gm)].map(([, name = '']) => name).sort();
}

async function secretTool(args: readonly string[], input: string | undefined, ports: ToolPorts): Promise<Result<Done, Problem>> {
  const call: ToolCall = { command: 'secret-tool', args, label: `secret-tool ${args[0]}`, ...(input === undefined ? {} : { input }) };
  const result = await runTool(call, ports);
  switch (result.kind) {
    case 'missing':
      return unavailable('secret-tool is not installed', 'Install libsecret-tools, or name an environment variable in api_key_env.');
    case 'slow':
      return unanswered();
    case 'done':
      return ok(result);
  }
}

function refused(what: string, err: string): Result<never, Problem> {
  const said = err.replace(/^secret-tool: /gm, '');
  if (!/D-Bus|could not connect|ServiceUnknown|not provided by any/i.test(said)) return failed(what, said);
  return unavailable(
    'no Secret Service answers on this session',
    'Start a keyring such as GNOME Keyring or KWallet in your session, or name an environment variable in api_key_env.',
  );
}
