import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostRules } from './host-rules.ts';

const RULES = hostRules(['Example.COM', '*.wild.test', '10.1.0.0/16', '192.0.2.1', '::1']);

test.each<[string, boolean]>([
  ['example.com', true],
  ['EXAMPLE.com.', true],
  ['www.example.com', false],
  ['example.com.evil.test', false],
  ['a.wild.test', true],
  ['a.b.wild.test', true],
  ['wild.test', false],
  ['.wild.test', false],
  ['notwild.test', false],
  ['10.1.2.3', true],
  ['10.2.0.1', false],
  ['192.0.2.1', true],
  ['[::1]', true],
  ['::2', false],
  ['', false],
])('the name %j is allowed: %s', (name, allowed) => {
  expect(RULES.allowsName(name)).toBe(allowed);
});

test.each([
  '127.0.0.1',
  '10.9.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
])('the address %s is private, in its mapped form too', (address) => {
  expect([RULES.allowsAddress(address), RULES.allowsAddress(`::ffff:${address}`)]).toEqual([false, false]);
});

test.each([
  ...['::', 'fe80::1', 'fd00::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fec0::1', '::7f00:1', '::ffff:0:127.0.0.1'],
  ...['100::1', '2001:db8::1', '192.0.2.2', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
])('the address %s is private', (address) => {
  expect(RULES.allowsAddress(address)).toBe(false);
});

test.each(['93.184.216.34', '2606:2800:220:1::1', '10.1.0.9', '::1'])('the address %s is public or listed', (address) => {
  expect(RULES.allowsAddress(address)).toBe(true);
});

test('only what ends in the dotted suffix is below it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9.-]{0,12}$/), (start) => {
      expect(RULES.allowsName(`${start}wild.test`)).toBe(start.endsWith('.') && start.length > 1);
    }),
    { examples: [['a.'], ['not'], [''], ['.']] },
  );
});

test('a name in foreign letters is the same in the form that programs ask for', () => {
  const rules = hostRules(['bücher.de', '*.straße.test']);
  const asked = ['xn--bcher-kva.de', 'BÜCHER.de', 'a.xn--strae-oqa.test', 'a.straße.test', 'bucher.de'];
  expect(asked.map((name) => rules.allowsName(name))).toEqual([true, true, true, true, false]);
});

test('a network without its bits opens nothing', () => {
  expect(hostRules(['10.0.0.0/']).allowsName('93.184.216.34')).toBe(false);
});
