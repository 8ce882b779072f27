import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../lib/public-address.ts';
import { FetchFailure } from './fetch-failure.ts';

/** Name look-up, and the rule which of the answers may be dialled. */
export interface FetchNetwork {
  /** All addresses of a host. Rejects with an errno such as ENOTFOUND. */
  resolve(host: string): Promise<readonly string[]>;
  mayDial(address: string, port: number): boolean;
}

/** The system's resolver, and public addresses only. */
export const publicNetwork: FetchNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayDial: isPublicAddress,
};

/** Whether an address as it is written names this machine or a private network. */
export function isLocalHost(url: URL, network: FetchNetwork): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? isLocalName(host) : !network.mayDial(host, portOf(url));
}

export function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal)\.?$/i.test(host);
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Throws when the address must not be dialled. */
export function checkAddress(network: FetchNetwork, address: string | undefined, port: number): void {
  if (address === undefined || !network.mayDial(address, port)) {
    throw new FetchFailure(`The address ${address ?? ''} is not public; only pages on the public internet are fetched.`);
  }
}

/** For the connection itself: what this gives is what is dialled. One address that is not public spoils them all. */
export function guardedLookup(network: FetchNetwork, port: number): LookupFunction {
  return (host, options, callback) => {
    const answer = async () => {
      const addresses = await network.resolve(host);
      for (const address of addresses) checkAddress(network, address, port);
      const [first] = addresses;
      if (first === undefined) throw new FetchFailure('The host was not found.');
      return { first, all: addresses.map((address) => ({ address, family: isIP(address) })) };
    };
    answer().then(
      ({ first, all }) => (options.all ? callback(null, all) : callback(null, first, isIP(first))),
      (failure: NodeJS.ErrnoException) => callback(failure, ''),
    );
  };
}
