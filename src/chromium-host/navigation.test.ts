import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltHost, buildHost, FixtureApp } from './testing/rig.ts';

let host: BuiltHost;
let app: FixtureApp;
let page: Page;
let home: string;

beforeAll(async () => {
  host = await buildHost();
  app = await new FixtureApp(host).ready();
  page = await app.page();
  home = page.url();
});

afterAll(async () => {
  await app?.stop();
  host?.remove();
});

describe('will-navigate (Electron docs: webContents, event will-navigate)', () => {
  it('is asked before the page leaves, and can keep it', async () => {
    await page.evaluate(() => location.assign('https://example.com/elsewhere'));
    await app.until(() => app.noticed('will-navigate').length === 1);
    expect(app.noticed('will-navigate')).toEqual(['https://example.com/elsewhere']);
    expect(await page.evaluate(() => document.title)).toBe('fixture');
  });

  it('is asked about other pages of the app in the app’s own scheme', async () => {
    await page.evaluate(() => location.assign('/other.html'));
    await app.until(() => app.noticed('will-navigate').length === 2);
    expect(app.noticed('will-navigate')[1]).toBe('app://fixture/other.html');
  });

  it('is not asked about what the app itself loads', async () => {
    await page.evaluate(() => {
      window.heard = ['before'];
    });
    await app.main(({ windows }) => windows[0]?.loadURL('app://fixture/index.html'));
    // The app hears of the new page before this connection does.
    await page.waitForFunction(() => window.heard === undefined && document.title === 'fixture');
    expect(app.noticed('will-navigate').length).toBe(2);
  });

  it('brings the page back from an address that needs no request', async () => {
    const left = page.waitForEvent('framenavigated', (frame) => frame.url() === 'about:blank');
    // Later, so that the page is still there to answer.
    await page.evaluate(() => void setTimeout(() => location.assign('about:blank')));
    await left;
    await page.waitForURL(home);
    await page.waitForFunction(() => document.title === 'fixture');
  });
});

describe('window.open (Electron docs: webContents.setWindowOpenHandler)', () => {
  it.each(['https://example.com/popup', 'about:blank', 'app://fixture/index.html'])(
    'asks the handler about %s and leaves no window',
    async (url) => {
      const before = app.noticed('open').length;
      await page.evaluate((address) => void window.open(address), url);
      await app.until(() => app.noticed('open').length > before);
      expect(app.noticed('open').at(-1)).toBe(url);
      await expect.poll(() => page.context().pages().length).toBe(1);
    },
  );
});

describe('render-process-gone (Electron docs: webContents, event render-process-gone)', () => {
  it('is said, and a reload brings the page back', async () => {
    const client = await page.context().newCDPSession(page);
    client.send('Page.crash').catch(() => {});
    await app.until(() => app.noticed('gone').length === 1);
    const answered = await app.main(
      ({ windows }) =>
        new Promise<string>((resolve) => {
          const contents = windows[0]?.webContents;
          contents?.once('did-finish-load', () => resolve(contents.getURL()));
          contents?.reload();
        }),
    );
    expect([app.noticed('gone'), answered]).toEqual([['crashed'], 'app://fixture/index.html']);
  });
});
