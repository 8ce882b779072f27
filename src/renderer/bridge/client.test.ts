import { expect, test } from 'vitest';
import { connect } from './client.ts';

test('a host that throws answers with a problem', async () => {
  const steiner = { request: () => Promise.reject(new Error('channel closed')), listen: () => () => {} };
  const client = connect({ steiner } as unknown as Window);
  expect(await client?.request('app.info', {})).toMatchObject({ ok: false, error: { code: 'internal', detail: 'channel closed' } });
});

test('a page outside the app has no client', () => {
  expect(connect({} as Window)).toBeUndefined();
});
