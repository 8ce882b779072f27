import { BlockList, isIP } from 'node:net';

/** What `sandbox.allowed_hosts` says. */
export interface HostRules {
  /** A name as a program asked for it. */
  allowsName(host: string): boolean;
  /** An address that is not public has to be listed itself, so that no name can lead into the person's own network. */
  allowsAddress(address: string): boolean;
}

const PRIVATE: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** Entries are names, `*.` with a suffix (not the suffix itself), addresses, or networks such as `10.0.0.0/8`. */
export function hostRules(entries: readonly string[]): HostRules {
  const names = new Set<string>();
  const suffixes: string[] = [];
  const listed = new BlockList();
  for (const entry of entries.map(normalName)) {
    const [network = '', prefix] = entry.split('/');
    if (isIP(network) > 0) addNetwork(listed, network, prefix);
    else if (entry.startsWith('*.')) suffixes.push(entry.slice(1));
    else names.add(entry);
  }
  const unlisted = privateAddresses();
  const has = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return {
    allowsName: (host) => {
      const name = normalName(host);
      if (isIP(name) > 0) return has(listed, name);
      return names.has(name) || suffixes.some((suffix) => name.endsWith(suffix) && name.length > suffix.length);
    },
    allowsAddress: (address) => has(listed, address) || !has(unlisted, address),
  };
}

/** Lower case, without the brackets of an address and the dot at the end. */
export function normalName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function addNetwork(list: BlockList, network: string, prefix: string | undefined): void {
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const bits = Number(prefix ?? (family === 'ipv6' ? 128 : 32));
  if (Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32)) list.addSubnet(network, bits, family);
}

/** IPv4 rules also match the mapped form of an address (`::ffff:10.0.0.1`). */
function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of PRIVATE) list.addSubnet(network, prefix, family);
  return list;
}
