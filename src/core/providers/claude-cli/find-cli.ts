import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { runTool, type ToolPorts } from '../../lib/run-tool.ts';
import { parseObject, textOf } from '../wire-json.ts';
import { cliEnvironment } from './cli-arguments.ts';

export const CLI = 'claude';

/** Older ones do not say how much of the limits is used. */
const OLDEST = [2, 1, 294] as const;

/** Whether the installed program can be used, with whose account. Asks the program itself; its credential file is never read. */
export async function checkCli(ports: ToolPorts, signal?: AbortSignal): Promise<Result<{ readonly plan?: string }, Problem>> {
  const asked = { command: CLI, env: cliEnvironment(ports.environment), ...(signal ? { signal } : {}) };
  const version = await runTool({ ...asked, args: ['--version'], label: 'claude --version' }, ports);
  if (version.kind === 'slow') return err(silent());
  if (version.kind !== 'done' || version.code !== 0) return err(notInstalled());
  const found = /(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(version.out)?.slice(1).map(Number);
  if (!found || isOlder(found)) return err(tooOld(found?.join('.') ?? 'unknown'));
  const auth = await runTool({ ...asked, args: ['auth', 'status', '--json'], label: 'claude auth status' }, ports);
  if (auth.kind === 'slow') return err(silent());
  const status = auth.kind === 'done' ? parseObject(auth.out) : null;
  if (status?.loggedIn !== true) return err(signedOut());
  const [method, api] = [textOf(status.authMethod), textOf(status.apiProvider)];
  if (method !== 'claude.ai' || api !== 'firstParty') return err(otherLogin(method, api));
  const plan = textOf(status.subscriptionType);
  return ok(plan === '' ? {} : { plan });
}

function isOlder(found: readonly number[]): boolean {
  for (const [index, least] of OLDEST.entries()) {
    const part = found[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

const SAFE = 'Nothing was sent, and nothing of the conversation is lost.';

function notInstalled(): Problem {
  return {
    code: 'provider_auth',
    message: 'The `claude` program is not installed, or cannot be started.',
    hint: 'Install Claude Code so that `claude` is on PATH, sign in there with `claude auth login`, and try again.',
    safe: SAFE,
  };
}

function silent(): Problem {
  return {
    code: 'provider_unreachable',
    message: 'The `claude` program did not say in time which version it is and who is signed in.',
    hint: 'Run `claude auth status` in a terminal to see whether it answers, and try again.',
    safe: SAFE,
  };
}

function tooOld(found: string): Problem {
  return {
    code: 'provider_auth',
    message: `The installed \`claude\` is version ${found}; ${OLDEST.join('.')} or later is needed.`,
    hint: 'Run `claude update` and try again.',
    safe: SAFE,
  };
}

function signedOut(): Problem {
  return {
    code: 'provider_auth',
    message: 'The `claude` program is not signed in.',
    hint: 'Run `claude auth login` in a terminal and try again.',
    safe: SAFE,
  };
}

function otherLogin(method: string, api: string): Problem {
  return {
    code: 'provider_auth',
    message: `The \`claude\` program is signed in by ${method || 'another way'} (${api || 'unknown'}), not with a Claude subscription.`,
    hint: 'Sign in with `claude auth login` and a claude.ai account, or use a provider of type anthropic for an API key.',
    safe: SAFE,
  };
}
