import { afterEach, describe, expect, test } from 'vitest';
import { png } from '../testing/pictures.ts';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';
import { hashBytes } from './file-hash.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function withFile(path: string, content: Buffer | string): Promise<ToolRig> {
  rig = await createToolRig({ git: false });
  await rig.write(`project/${path}`, content);
  return rig;
}

const BYTES = png(6, 4);
const kept = (name: string) => ({ blob: 'b'.repeat(64), mime: 'image/png', width: 6, height: 4, bytes: BYTES.length, name });

describe('read', () => {
  test('shows the model a picture, whatever its name says', async () => {
    const { call } = await withFile('docs/shot.txt', BYTES);
    expect(await call('read', { path: 'docs/shot.txt' })).toEqual({
      text: `[docs/shot.txt: image/png, 6x4, ${BYTES.length} bytes; file_hash ${hashBytes(BYTES)}]`,
      isError: false,
      pictures: [kept('shot.txt')],
      detail: { kind: 'picture', path: 'docs/shot.txt', picture: kept('shot.txt') },
    });
  });

  test('reads a text that is called .png as the text it is', async () => {
    const { call } = await withFile('fake.png', 'not a picture\n');
    expect((await call('read', { path: 'fake.png' })).text).toContain('not a picture');
  });

  test.each([
    ['bytes', Buffer.concat([BYTES, Buffer.alloc(4_000_000)]), 'it is 4.0 MB, and 3.9 MB is the most'],
    ['pixels', png(8_001, 1), 'it has 8001x1 pixels, and 8000 a side is the most'],
  ])('refuses too many %s and says how to make it smaller', async (_, bytes, reason) => {
    const { call } = await withFile('big.png', bytes);
    expect(await call('read', { path: 'big.png' })).toMatchObject({
      isError: true,
      text: `big.png is a picture that cannot be read: ${reason}. Make a smaller copy, for example with \`convert in.png -resize 2000x2000 out.png\` of ImageMagick.`,
    });
  });
});

test('display_file shows the person a picture and the model only that it was shown', async () => {
  const { call } = await withFile('shot.png', BYTES);
  expect(await call('display_file', { path: 'shot.png' })).toEqual({
    text: 'path shot.png\nstatus displayed\nmessage The picture was shown.',
    isError: false,
    detail: { kind: 'picture', path: 'shot.png', picture: kept('shot.png') },
  });
});
