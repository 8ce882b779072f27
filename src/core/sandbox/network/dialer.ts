import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import { normalName } from '../../lib/host-entry.ts';
import type { HostRules } from './host-rules.ts';

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface DialFailure {
  readonly type: 'denied' | 'unreachable';
  /** A sentence for the program that asked. */
  readonly reason: string;
}

export type Dial = (host: string, port: number) => Promise<Result<Socket, DialFailure>>;

/** A host that is on no list; the connection waits for the answer. `reason` says why it is asked about, as a sentence without its stop. */
export interface HostRequest {
  readonly host: string;
  readonly port: number;
  readonly reason: string;
}

/** `reason` is for the model, as sentences. */
export type HostAnswer = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

export type AskHost = (request: HostRequest) => Promise<HostAnswer>;

/** What was refused; with `answer` somebody was asked. */
export interface DeniedHost {
  readonly host: string;
  readonly answer?: string;
}

export interface DialerOptions {
  readonly rules: HostRules;
  readonly resolve?: Resolve | undefined;
  /** Without it what is on no list is refused. */
  readonly ask?: AskHost | undefined;
  readonly onDenied: (denied: DeniedHost) => void;
}

const TIMEOUT = 15_000;

/**
 * Connects to allowed hosts. The name is resolved once and that very address is dialled, so it cannot mean something else a moment later.
 * A name is not even resolved before it is allowed, since looking it up already tells it to others.
 */
export function createDialer(options: DialerOptions): Dial {
  const { rules, resolve = resolveName } = options;
  return async (asked, port) => {
    const host = normalName(asked);
    const listed = rules.allowsName(host);
    const refused = listed ? undefined : await refusal(options, { host, port, reason: whyAsked(rules, host) });
    if (refused) return err(refused);
    if (isIP(host) > 0) return connectFirst([host], host, port);
    const addresses = await resolve(host).catch(() => []);
    const [first] = addresses;
    if (first === undefined) return err({ type: 'unreachable', reason: `${host} has no address` });
    const allowed = addresses.filter((address) => rules.allowsAddress(address));
    if (allowed.length > 0) return connectFirst(allowed, host, port);
    const within = await refusal(options, { host: first, port, reason: `${host} leads to ${PRIVATE} ${NOT_LISTED}` }, host);
    return within ? err(within) : connectFirst([first], host, port);
  };
}

const PRIVATE = 'a private address that';
const NOT_LISTED = 'is not among sandbox.allowed_hosts';

function whyAsked(rules: HostRules, host: string): string {
  return isIP(host) > 0 && !rules.allowsAddress(host) ? `${host} is ${PRIVATE} ${NOT_LISTED}` : `${host} ${NOT_LISTED}`;
}

/** `named` is what the program asked for, where that is another than what is asked about. */
async function refusal({ ask, onDenied }: DialerOptions, request: HostRequest, named = request.host): Promise<DialFailure | undefined> {
  const asking: Promise<HostAnswer> | undefined = ask?.(request);
  const answer = await asking;
  if (answer?.allowed) return undefined;
  onDenied({ host: named, ...(answer && { answer: answer.reason }) });
  return { type: 'denied', reason: answer?.reason ?? request.reason };
}

async function connectFirst(addresses: readonly string[], host: string, port: number): Promise<Result<Socket, DialFailure>> {
  let reason = 'no address';
  for (const address of addresses) {
    const socket = connect({ host: address, port, allowHalfOpen: true });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT) });
      return ok(socket);
    } catch (failure) {
      socket.destroy();
      reason = errnoOf(failure) ?? 'no answer';
    }
  }
  return err({ type: 'unreachable', reason: `${host} port ${port} cannot be reached (${reason})` });
}

async function resolveName(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
