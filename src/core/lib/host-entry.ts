import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { err, ok, type Result } from '../../shared/result.ts';

/** One entry of a list of hosts. Names are in the form in which programs ask for them: lower case, foreign letters as `xn--`. */
export type HostEntry =
  | { readonly type: 'name'; readonly name: string }
  /** With the dot in front. */
  | { readonly type: 'suffix'; readonly suffix: string }
  | { readonly type: 'network'; readonly address: string; readonly bits: number };

/** The entry, or why it would never match and what to write instead, as the end of a sentence. */
export function parseHostEntry(text: string): Result<HostEntry, string> {
  const host = text.trim();
  if (host === '*') return err('allows every host: set `network: host` for that');
  if (host.includes('://')) return err(`is an address of a page: write ${quoted(hostOfPage(host))}`);
  if (/^\[.*\]:\d*$|^[^:]+:\d*$/.test(host))
    return err(`names a port, and hosts are allowed with all ports: write ${quoted(withoutPort(host))}`);
  if (host !== text) return err(`has blanks around it: write ${quoted(host)}`);
  const [place = '', bits, ...more] = host.replace(/^\[(.*)\]$/, '$1').split('/');
  if (isIP(place) > 0 && !place.includes('%') && more.length === 0) return networkOf(place, bits);
  if (bits !== undefined) return err(`is neither a host nor a network such as 10.0.0.0/8: write ${quoted(place)}`);
  return nameOf(host);
}

/** The form in which names are compared: lower case, foreign letters as `xn--`, without the brackets of an address and the dot at the end. */
export function normalName(host: string): string {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  // Only of these names: it would read numbers as addresses.
  return /[^\p{ASCII}]/u.test(plain) ? domainToASCII(plain) || plain : plain;
}

function networkOf(address: string, text: string | undefined): Result<HostEntry, string> {
  const most = isIP(address) === 6 ? 128 : 32;
  const bits = text === undefined ? most : /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (bits >= 0 && bits <= most) return ok({ type: 'network', address: address.toLowerCase(), bits });
  return err(`is no network: behind the / stand 0 to ${most} bits, as in ${address}/${most === 128 ? 64 : 24}`);
}

function nameOf(host: string): Result<HostEntry, string> {
  const below = host.startsWith('*.');
  const name = normalName(below ? host.slice(2) : host);
  if (name.includes('*')) return err('has a * where none can stand: only at the beginning, as in *.example.org');
  const whole = domainToASCII(name);
  if (whole !== name && isIP(whole) > 0) return err(`is another way to write an address: write ${quoted(whole)}`);
  if (whole !== name || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) return err('is no name of a host: write one such as example.org');
  return ok(below ? { type: 'suffix', suffix: `.${name}` } : { type: 'name', name });
}

function hostOfPage(text: string): string {
  const [host = ''] = text.replace(/^.*?:\/\/(?:[^/]*@)?/, '').split(/[/?#]/, 1);
  return withoutPort(host);
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
}

function quoted(text: string): string {
  return text === '' ? 'the name of a host' : `"${text}"`;
}
