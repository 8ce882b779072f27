import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalName, parseHostEntry } from './host-entry.ts';

test.each([
  ['Example.ORG', { type: 'name', name: 'example.org' }],
  ['example.org.', { type: 'name', name: 'example.org' }],
  ['bücher.de', { type: 'name', name: 'xn--bcher-kva.de' }],
  ['*.BÜCHER.de', { type: 'suffix', suffix: '.xn--bcher-kva.de' }],
  ['localhost', { type: 'name', name: 'localhost' }],
  ['my_host-1', { type: 'name', name: 'my_host-1' }],
  ['192.0.2.1', { type: 'network', address: '192.0.2.1', bits: 32 }],
  ['10.0.0.0/8', { type: 'network', address: '10.0.0.0', bits: 8 }],
  ['0.0.0.0/0', { type: 'network', address: '0.0.0.0', bits: 0 }],
  ['::1', { type: 'network', address: '::1', bits: 128 }],
  ['[::1]', { type: 'network', address: '::1', bits: 128 }],
  ['FD00::/8', { type: 'network', address: 'fd00::', bits: 8 }],
])('%j is taken', (text, value) => {
  expect(parseHostEntry(text)).toEqual({ ok: true, value });
});

test.each([
  ['*', 'allows every host: set `network: host` for that'],
  ['example.org:443', 'names a port, and hosts are allowed with all ports: write "example.org"'],
  ['[::1]:80', 'names a port, and hosts are allowed with all ports: write "::1"'],
  ['https://example.org', 'is an address of a page: write "example.org"'],
  ['https://me@example.org:8080/x?y', 'is an address of a page: write "example.org"'],
  [' example.org', 'has blanks around it: write "example.org"'],
  ['example.org/path', 'is neither a host nor a network such as 10.0.0.0/8: write "example.org"'],
  ['10.0.0.0/', 'is no network: behind the / stand 0 to 32 bits, as in 10.0.0.0/24'],
  ['10.0.0.0/99', 'is no network: behind the / stand 0 to 32 bits, as in 10.0.0.0/24'],
  ['10.0.0.0/8.5', 'is no network: behind the / stand 0 to 32 bits, as in 10.0.0.0/24'],
  ['fd00::/129', 'is no network: behind the / stand 0 to 128 bits, as in fd00::/64'],
  ['api.*.org', 'has a * where none can stand: only at the beginning, as in *.example.org'],
  ['*example.org', 'has a * where none can stand: only at the beginning, as in *.example.org'],
  ['0x7f.1', 'is another way to write an address: write "127.0.0.1"'],
  ['2130706433', 'is another way to write an address: write "127.0.0.1"'],
  ['a b', 'is no name of a host: write one such as example.org'],
  ['a..b', 'is no name of a host: write one such as example.org'],
  ['*.', 'is no name of a host: write one such as example.org'],
  ['fe80::1%eth0', 'is no name of a host: write one such as example.org'],
])('%j would never match, and what to write is told', (text, error) => {
  expect(parseHostEntry(text)).toEqual({ ok: false, error });
});

test('a name that is taken is compared in the form in which it is asked for', () => {
  const property = fc.property(fc.domain(), (name) => {
    expect(parseHostEntry(name.toUpperCase())).toEqual({ ok: true, value: { type: 'name', name: normalName(name) } });
  });
  fc.assert(property);
});
