import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.167.1.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, with cloud metadata', '169.254.169.254'],
  ['carrier NAT', '100.64.0.1'],
  ['carrier NAT', '100.127.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.9'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.251'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fd12:3456::1'],
  ['site local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped, in hex', '::ffff:7f00:1'],
  ['compatible', '::127.0.0.1'],
  ['compatible', '::8.8.8.8'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 of cloud metadata', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::808:808'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['documentation', '2001:db8::1'],
  ['discard', '100::1'],
  ['not given out', '4000::1'],
  ['no address', 'example.com'],
  ['no address', '0x7f000001'],
  ['no address', '2130706433'],
  ['no address', ''],
])('not public (%s): %s', (_, address) => expect(isPublicAddress(address)).toBe(false));

test('however an IPv4 address is put into IPv6, the answer is the same', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const expected = isPublicAddress(address);
      expect([isPublicAddress(`::ffff:${address}`), isPublicAddress(`64:ff9b::${address}`)]).toEqual([expected, expected]);
    }),
  );
});
