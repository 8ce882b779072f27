import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltHost, buildHost, FixtureApp } from './testing/rig.ts';

let host: BuiltHost;
let app: FixtureApp;
let page: Page;

beforeAll(async () => {
  host = await buildHost();
  app = await new FixtureApp(host).ready();
  page = await app.page();
});

afterAll(async () => {
  await app?.stop();
  host?.remove();
});

describe('invoke and handle (Electron docs: ipcRenderer.invoke, ipcMain.handle)', () => {
  it('answers with what the handler returns', async () => {
    expect(await page.evaluate(() => window.fixture.invoke('echo', 1, 'two', { three: [3] }))).toEqual([1, 'two', { three: [3] }]);
  });

  it('rejects with the channel and the text of the error, and nothing else of it', async () => {
    const seen = await page.evaluate(() => window.fixture.invoke('fail').catch((e: Error) => [e.name, e.message]));
    expect(seen).toEqual(['Error', "Error invoking remote method 'fail': TypeError: not today"]);
  });

  it('rejects when nobody handles the channel', async () => {
    const seen = await page.evaluate(() => window.fixture.invoke('nobody').catch((e: Error) => e.message));
    expect(seen).toBe("Error invoking remote method 'nobody': Error: No handler registered for 'nobody'");
  });

  it('rejects when the answer cannot be cloned', async () => {
    const seen = await page.evaluate(() => window.fixture.invoke('uncloneable').catch((e: Error) => e.message));
    expect(seen).toBe("Error invoking remote method 'uncloneable': Error: An object could not be cloned.");
  });

  it('refuses to send a function (Electron docs: ipcRenderer.send, structured clone)', async () => {
    expect(await page.evaluate(() => window.fixture.invokeFunction().catch((e: Error) => e.message))).toBe(
      'An object could not be cloned.',
    );
  });

  it('refuses a second handler for a channel', async () => {
    const seen = app.main(({ electron }) => electron.ipcMain.handle('echo', () => 1));
    await expect(seen).rejects.toThrow("Attempted to register a second handler for 'echo'");
  });

  it('names the window, the frame and the origin in the app’s own scheme', async () => {
    const expected = { id: 1, url: 'app://fixture/index.html', origin: 'app://fixture', main: true };
    expect(await page.evaluate(() => window.fixture.invoke('sender'))).toEqual(expected);
  });

  it('keeps a hundred calls apart that are under way together', async () => {
    const seen = await page.evaluate(() => Promise.all(Array.from({ length: 100 }, (_, i) => window.fixture.invoke('echo', i))));
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => [i]));
  });
});

describe('structured clone (Electron docs: ipcRenderer.invoke, "Structured Clone Algorithm")', () => {
  it('carries dates, maps, sets, bytes, undefined, big integers, cycles and shared references both ways', async () => {
    const seen = await page.evaluate(async () => {
      const shared = { one: 1 };
      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      const rich = {
        map: new Map([[1, 'a']]),
        set: new Set([2]),
        date: new Date(5),
        bytes: new Uint8Array([1, 2]),
        gone: undefined,
        big: 9n,
      };
      const [back, pair, round] = (await window.fixture.invoke('echo', rich, [shared, shared], cycle)) as [
        typeof rich,
        unknown[],
        typeof cycle,
      ];
      return [
        back.map instanceof Map && back.map.get(1),
        back.set instanceof Set && back.set.has(2),
        back.date instanceof Date && back.date.getTime(),
        back.bytes instanceof Uint8Array && [...back.bytes],
        Object.hasOwn(back, 'gone') && back.gone === undefined,
        back.big === 9n,
        pair[0] === pair[1],
        round.self === round,
      ];
    });
    expect(seen).toEqual(['a', true, 5, [1, 2], true, true, true, true]);
  });

  it('carries numbers that JSON has no word for', async () => {
    const seen = await page.evaluate(async () => {
      const back = (await window.fixture.invoke('echo', Number.NaN, -0, Number.POSITIVE_INFINITY)) as number[];
      return back.map((n) => (Object.is(n, -0) ? '-0' : String(n)));
    });
    expect(seen).toEqual(['NaN', '-0', 'Infinity']);
  });
});

describe('webContents.send (Electron docs: webContents.send, ipcRenderer.on)', () => {
  it('reaches listeners in order until they are removed', async () => {
    await page.evaluate(() => {
      window.heard = [];
      window.stop = window.fixture.listen('news', (...args) => window.heard.push(args));
    });
    await app.main(({ windows }) => {
      for (let i = 0; i < 3; i += 1) windows[0]?.webContents.send('news', i, { at: new Date(i) });
    });
    await page.waitForFunction(() => window.heard.length === 3);
    await page.evaluate(() => window.stop());
    await app.main(({ windows }) => windows[0]?.webContents.send('news', 'late'));
    expect(await page.evaluate(() => window.fixture.invoke('echo', 'after'))).toEqual(['after']);
    expect(await page.evaluate(() => window.heard)).toEqual([0, 1, 2].map((i) => [i, { at: new Date(i) }]));
  });

  it('throws for what cannot be cloned', async () => {
    await expect(app.main(({ windows }) => windows[0]?.webContents.send('news', () => 1))).rejects.toThrow('could not be cloned');
  });

  it('takes messages of the page (Electron docs: ipcRenderer.send)', async () => {
    await page.evaluate(() => window.fixture.send('note', 'hello', 2));
    await app.until(() => app.noticed('note').length > 0);
    expect(app.noticed('note')).toEqual([['hello', 2]]);
  });

  it('throws "Object has been destroyed" for a closed window', async () => {
    const seen = app.main(async ({ open }) => {
      const second = await open();
      await new Promise<void>((resolve) => {
        second.once('closed', () => resolve());
        second.close();
      });
      second.webContents.send('news', 1);
    });
    await expect(seen).rejects.toThrow('Object has been destroyed');
  });
});

describe('reload (Electron docs: webContents.reload)', () => {
  it('keeps requests and messages working in the new page', async () => {
    const loaded = page.waitForEvent('load');
    await app.main(({ windows }) => windows[0]?.webContents.reload());
    await loaded;
    expect(await page.evaluate(() => window.fixture.invoke('echo', 'again'))).toEqual(['again']);
    await page.evaluate(() => {
      window.heard = [];
      window.fixture.listen('news', (...args) => window.heard.push(args));
    });
    await app.main(({ windows }) => windows[0]?.webContents.send('news', 'here'));
    await page.waitForFunction(() => window.heard.length === 1);
    expect(await page.evaluate(() => window.heard)).toEqual([['here']]);
  });
});
