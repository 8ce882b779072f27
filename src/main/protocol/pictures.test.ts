import { describe, expect, it } from 'vitest';
import { withPictures } from './pictures.ts';

const KNOWN = 'a'.repeat(64);
const answer = withPictures(
  async (blob) => (blob === KNOWN ? { mime: 'image/png', bytes: new Uint8Array([1, 2, 3]) } : undefined),
  async () => new Response('page', { status: 200 }),
);

async function get(path: string, method = 'GET') {
  const response = await answer(new Request(`app://steiner${path}`, { method }));
  return [response.status, response.headers.get('content-type'), Buffer.from(await response.arrayBuffer()).toString('hex')];
}

describe('pictures of sessions', () => {
  it('are served with their type, to be kept', async () => {
    expect(await get(`/pictures/${KNOWN}`)).toEqual([200, 'image/png', '010203']);
    const { headers } = await answer(new Request(`app://steiner/pictures/${KNOWN}`));
    expect([headers.get('cache-control'), headers.get('x-content-type-options'), headers.has('content-security-policy')]).toEqual([
      'private, max-age=31536000, immutable',
      'nosniff',
      true,
    ]);
  });

  it('are not found by another name', async () => {
    expect(await get(`/pictures/${'b'.repeat(64)}`)).toEqual([404, null, '']);
  });

  it.each([
    ['/index.html', 'GET'],
    [`/pictures/${KNOWN}.png`, 'GET'],
    ['/pictures/..', 'GET'],
    [`/pictures/${KNOWN}`, 'POST'],
  ])('leave %s by %s to the page', async (path, method) => {
    expect((await get(path, method))[2]).toBe(Buffer.from('page').toString('hex'));
  });

  it('belong to the app alone', async () => {
    const response = await answer(new Request(`app://other/pictures/${KNOWN}`));
    expect(await response.text()).toBe('page');
  });
});
