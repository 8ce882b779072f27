import { BlockList, isIP } from 'node:net';
import { normalName, parseHostEntry } from '../../lib/host-entry.ts';
import { isPublicAddress } from '../../lib/public-address.ts';

/** What `sandbox.allowed_hosts` says. */
export interface HostRules {
  /** A name as a program asked for it. */
  allowsName(host: string): boolean;
  /** An address that is not public has to be listed itself, so that no name can lead into the person's own network. */
  allowsAddress(address: string): boolean;
}

/** Entries are names, `*.` with a suffix (not the suffix itself), addresses, or networks such as `10.0.0.0/8`. The configuration takes no others. */
export function hostRules(entries: readonly string[]): HostRules {
  const names = new Set<string>();
  const suffixes: string[] = [];
  const listed = new BlockList();
  for (const text of entries) {
    const entry = parseHostEntry(text);
    if (!entry.ok) continue;
    if (entry.value.type === 'name') names.add(entry.value.name);
    else if (entry.value.type === 'suffix') suffixes.push(entry.value.suffix);
    else listed.addSubnet(entry.value.address, entry.value.bits, familyOf(entry.value.address));
  }
  const isListed = (address: string) => listed.check(address, familyOf(address));
  return {
    allowsName: (host) => {
      const name = normalName(host);
      if (isIP(name) > 0) return isListed(name);
      return names.has(name) || suffixes.some((suffix) => name.endsWith(suffix) && name.length > suffix.length);
    },
    allowsAddress: (address) => isListed(address) || isPublicAddress(address),
  };
}

/** IPv4 rules also match the mapped form of an address (`::ffff:10.0.0.1`). */
function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
