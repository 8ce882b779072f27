import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import { type HostRules, normalName } from './host-rules.ts';

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface DialFailure {
  readonly type: 'denied' | 'unreachable';
  /** A sentence for the program that asked. */
  readonly reason: string;
}

export type Dial = (host: string, port: number) => Promise<Result<Socket, DialFailure>>;

export interface DialerOptions {
  readonly rules: HostRules;
  readonly resolve?: Resolve;
  readonly onDenied: (host: string) => void;
}

const TIMEOUT = 15_000;

/** Connects to allowed hosts. The name is resolved once and that very address is dialled, so it cannot mean something else a moment later. */
export function createDialer({ rules, resolve = resolveName, onDenied }: DialerOptions): Dial {
  return async (asked, port) => {
    const host = normalName(asked);
    if (!rules.allowsName(host)) {
      onDenied(host);
      return err({ type: 'denied', reason: `${host} is not among sandbox.allowed_hosts` });
    }
    const addresses = isIP(host) > 0 ? [host] : await resolve(host).catch(() => []);
    if (addresses.length === 0) return err({ type: 'unreachable', reason: `${host} has no address` });
    const allowed = addresses.filter((address) => rules.allowsAddress(address));
    if (allowed.length === 0) {
      onDenied(host);
      return err({ type: 'denied', reason: `${host} leads to a private address that is not among sandbox.allowed_hosts` });
    }
    return connectFirst(allowed, host, port);
  };
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
