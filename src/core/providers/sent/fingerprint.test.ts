import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fingerprinter, hashOf } from './fingerprint.ts';
import { sameJson } from './same-json.ts';
import type { SentMessage, SentRequest } from './sent-request.ts';

function request(messages: readonly SentMessage[], rest: Partial<SentRequest> = {}): SentRequest {
  return { params: { model: 'm' }, tools: undefined, system: 'Be brief.', messages, keeps: 1, ...rest };
}

function said(text: string, role: SentMessage['role'] = 'user'): SentMessage {
  return { role, value: { role, content: text } };
}

test('what counts as the same has the same bytes', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (a, b) => {
      const [left, right]: unknown[] = [JSON.parse(a), JSON.parse(b)];
      expect(sameJson(left, JSON.parse(a))).toBe(true);
      if (sameJson(left, right)) expect(JSON.stringify(left)).toBe(JSON.stringify(right));
    }),
  );
  expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
});

test('a message that was sent before is not turned into bytes again', () => {
  let made = 0;
  const toJSON = () => {
    made += 1;
    return 'text';
  };
  const counted = (id: number): SentMessage => ({ role: 'user', value: { id, toJSON } });
  const prints = new Fingerprinter();
  prints.take(request([counted(0)]));
  for (let count = 2; count <= 50; count += 1) {
    made = 0;
    const { kept } = prints.take(request(Array.from({ length: count }, (_, id) => counted(id))));
    expect([kept, made]).toEqual([count - 1, 1]);
  }
});

test('a print is of the bytes as they stand in the body, and a picture weighs as much as what it takes', () => {
  const text = 'é🙂"\n';
  const { added } = new Fingerprinter().take(request([said(text)]));
  const bytes = JSON.stringify({ role: 'user', content: text });
  expect(added).toEqual([{ role: 'user', hash: hashOf(bytes), bytes: Buffer.byteLength(bytes) }]);
  const value = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(1_000_000) } };
  const [picture] = new Fingerprinter().take(request([{ role: 'user', value }])).added;
  const { length } = JSON.stringify(value);
  expect([picture?.bytes, picture?.weight]).toEqual([length, length - 1_000_000 + 5_000 - 2]);
});

test('texts are kept of what stands before the first answer, and of both sides of what is no longer as it was', () => {
  const prints = new Fingerprinter();
  const json = (message: SentMessage) => JSON.stringify(message.value);
  const [rules, prompt, answer] = [said('Rules.'), said('Do it.'), said('Done.', 'assistant')] as const;
  expect(prints.take(request([rules, prompt, answer])).texts).toEqual(['"Be brief."', json(rules), json(prompt)]);
  expect(prints.take(request([rules, prompt, answer, said('More.')])).texts).toEqual([]);
  const other = prints.take(request([rules, said('Do that.'), answer], { system: 'Be long.' }));
  expect([other.kept, other.texts]).toEqual([1, ['"Be brief."', '"Be long."', json(prompt), json(said('Do that.'))]]);
});

test('what another process sent is known by its prints alone', () => {
  const first = new Fingerprinter().take(request([said('One.'), said('Two.')]));
  const next = new Fingerprinter({ ...first.head, messages: first.added });
  const other = next.take(request([said('One.'), said('Three.')]));
  expect([other.kept, other.texts]).toEqual([1, [JSON.stringify(said('Three.').value)]]);
});
