import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of IPv6 only this has been given to the public: 2000::/3. */
const GLOBAL_UNICAST = 0b001;

/**
 * Whether an IP address belongs to the public internet. IPv4 inside IPv6, mapped or translated (64:ff9b::/96), counts as what it
 * carries; text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  switch (isIP(text)) {
    case 4:
      return ipaddr.IPv4.parse(text).range() === 'unicast';
    case 6:
      return isPublicIpv6(ipaddr.IPv6.parse(inHex(text)));
    default:
      return false;
  }
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast';
  const bytes = address.toByteArray();
  if (address.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96'))) return isPublicAddress(bytes.slice(-4).join('.'));
  return address.range() === 'unicast' && (bytes[0] ?? 0) >> 5 === GLOBAL_UNICAST;
}

/** The one spelling in which a dotted end means nothing but its bytes. */
function inHex(address: string): string {
  return new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
}
