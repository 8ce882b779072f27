import { expect, test } from 'vitest';
import { KEY_HELP } from './key-help.ts';
import { faultLines } from './testing/fault-lines.ts';

test('each form that the help of allowed hosts names is accepted', () => {
  const forms = KEY_HELP['sandbox.allowed_hosts']?.match(/[*\w]+(?:[.:]+[\w]+)+(?:\/\d+)?/g) ?? [];
  expect(forms).toEqual(['docs.example.com', '*.example.com', '192.0.2.7', '2001:db8::7', '10.0.0.0/8']);
  expect(faultLines(`sandbox:\n  allowed_hosts: ${JSON.stringify(forms)}\n`)).toEqual([]);
});

test.each([
  ['search: { backend: searxng }', ['1: search.searxng_url: is missing.']],
  ['search: { backend: google, google_cx: a }', ['1: search.google_api_key: is missing.']],
  ['search: { backend: kagi, brave_api_key: a }', ['1: search.kagi_api_key: is missing.']],
  ['search: { backend: bing }', ['1: search.backend: must be one of searxng, google, kagi, brave; found "bing".']],
  ['search: { backnd: brave }', ['1: search.backnd: unknown key. Did you mean "backend"?']],
  ['search: { backend: searxng, searxng_url: "http://localhost:8888" }', []],
  ['search: { brave_api_key: kept for later }', []],
  ['fetch: { proxy: "socks://a" }', ['1: fetch.proxy: must be a full address such as http://localhost:1234/v1; found text.']],
])('%s', (yaml, wanted) => expect(faultLines(yaml)).toEqual(wanted));

test('custom tools have names of their own and object schemas', () => {
  const tool = 'exec: ./tool, description: does it';
  const yaml = [
    'tools:',
    `  read: { ${tool} }`,
    `  mcp__x: { ${tool} }`,
    `  "two words": { ${tool} }`,
    `  fine: { ${tool}, subcommand: go, timeout: 5s, parameters: { type: object, properties: { a: { type: integer } } } }`,
  ].join('\n');
  expect(faultLines(yaml)).toEqual([
    '2: tools.read: a built-in tool has this name; choose another.',
    '3: tools.mcp__x: names that begin so belong to tools of MCP and language servers; choose another.',
    '4: tools."two words": a tool name has up to 64 letters, digits, _ and -.',
  ]);
  expect(faultLines(`tools:\n  a: { ${tool}, parameters: { type: string } }\n  b: { exec: x }`)).toEqual([
    '2: tools.a.parameters: must be a JSON Schema of type object; found a map.',
    '3: tools.b.description: is missing.',
  ]);
});

test('a host that would never match is refused, with what to write', () => {
  expect(faultLines('sandbox:\n  allowed_hosts:\n    - example.org\n    - 10.0.0.0/\n    - "example.org:443"\n')).toEqual([
    '4: sandbox.allowed_hosts.1: "10.0.0.0/" is no network: behind the / stand 0 to 32 bits, as in 10.0.0.0/24.',
    '5: sandbox.allowed_hosts.2: "example.org:443" names a port, and hosts are allowed with all ports: write "example.org".',
  ]);
});
