import { isIP } from 'node:net';
import type { CallId } from '../../shared/ids.ts';
import type { HostAnswer, HostRequest } from '../sandbox/network/dialer.ts';
import type { CallHooks } from './tool.ts';

/** A call whose command may want to reach a host. */
export interface CommandCall {
  readonly id: CallId;
  readonly tool: string;
  readonly command: string;
  readonly ask: CallHooks['ask'];
  /** Called while a question about it waits; the function given back when it no longer does. */
  readonly hold: () => () => void;
}

/** Brings the refusals of a project's egress proxy before a person. */
export interface HostQuestions {
  /** For the proxy: whether a command of that session may reach the host. Settles when a person, a rule or a time-out has answered. */
  ask(session: string, request: HostRequest): Promise<HostAnswer>;
  /** From now on until the function given back is called, that call is among those that may want a host. */
  begin(session: string, call: CommandCall): () => void;
  /** Ends all calls of a session and waits until their questions are withdrawn. */
  close(session: string): Promise<void>;
}

interface Asked {
  /** Running when it was asked: the answer is about these and no others. */
  readonly calls: ReadonlySet<CommandCall>;
  readonly answer: Promise<HostAnswer>;
}

/** What one session has running and was answered. */
interface Desk {
  readonly calls: Set<CommandCall>;
  readonly asked: Map<string, Asked>;
  readonly ended: EventTarget;
}

const NOBODY: HostAnswer = { allowed: false, reason: 'No command was running that could be asked about.' };

/**
 * The network of a session does not say which of its commands opened a connection, so a question names all that run. An answer counts for the
 * commands it named: as soon as another has begun, the same host is asked about again (a rule or an answer for the session settles that).
 */
export function createHostQuestions(): HostQuestions {
  const desks = new Map<string, Desk>();
  const deskOf = (session: string): Desk => {
    const desk = desks.get(session) ?? { calls: new Set(), asked: new Map(), ended: new EventTarget() };
    desks.set(session, desk);
    return desk;
  };
  return {
    ask: (session, request) => askOnce(deskOf(session), request),
    begin: (session, call) => {
      const desk = deskOf(session);
      desk.calls.add(call);
      return () => endCall(desk, call);
    },
    close: async (session) => {
      const desk = desks.get(session);
      desks.delete(session);
      if (!desk) return;
      for (const call of desk.calls) endCall(desk, call);
      await Promise.all([...desk.asked.values()].map(({ answer }) => answer));
    },
  };
}

function endCall(desk: Desk, call: CommandCall): void {
  desk.calls.delete(call);
  desk.ended.dispatchEvent(new Event('end'));
}

function askOnce(desk: Desk, request: HostRequest): Promise<HostAnswer> {
  const subject = subjectOf(request);
  const known = desk.asked.get(subject);
  if (known && [...desk.calls].every((call) => known.calls.has(call))) return known.answer;
  const calls = new Set(desk.calls);
  const answer = askPerson(desk, calls, { ...request, subject });
  desk.asked.set(subject, { calls, answer });
  return answer;
}

interface Question extends HostRequest {
  readonly subject: string;
}

async function askPerson(desk: Desk, calls: ReadonlySet<CommandCall>, question: Question): Promise<HostAnswer> {
  const newest = [...calls].at(-1);
  if (!newest) return NOBODY;
  const over = whenAllEnded(desk, calls);
  const releases = [...calls].map((call) => call.hold());
  const { subject, reason } = question;
  const decision = await newest.ask(
    {
      kind: 'network',
      tool: newest.tool,
      subject,
      access: 'connect',
      reason: `${reason}.`,
      preview: [...calls].map(({ command }) => command).join('\n'),
      permanent: 'Add the host to `sandbox.allowed_hosts` in the configuration.',
    },
    over,
  );
  for (const release of releases) release();
  if (decision.type !== 'deny') return { allowed: true };
  const why = decision.reason ? ` Reason: ${decision.reason}` : '';
  return { allowed: false, reason: `The connection to ${subject} was not allowed.${why}` };
}

/** Nobody has to answer for commands that are no more. */
function whenAllEnded(desk: Desk, calls: ReadonlySet<CommandCall>): AbortSignal {
  const over = new AbortController();
  const check = () => {
    if ([...calls].some((call) => desk.calls.has(call))) return;
    over.abort();
  };
  desk.ended.addEventListener('end', check, { signal: over.signal });
  return over.signal;
}

function subjectOf({ host, port }: HostRequest): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}
