import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('protocol.handle (Electron docs: protocol.handle)', () => {
  it('gives the handler the address in its own scheme', () => {
    expect(app.noticed('request').slice(0, 2)).toEqual(['GET app://fixture/index.html', 'GET app://fixture/page.js']);
  });

  it('hands status, headers and body through', async () => {
    const seen = await page.evaluate(async () => {
      const ok = await fetch('/body', { method: 'POST', body: 'sent' });
      const gone = await fetch('/status?410');
      const missing = await fetch('/nowhere.js');
      return [
        ok.status,
        ok.headers.get('content-type'),
        ok.headers.get('x-own'),
        await ok.json(),
        gone.status,
        await gone.text(),
        missing.status,
      ];
    });
    expect(seen).toEqual([200, 'application/json', 'yes', { got: 'sent' }, 410, 'gone', 404]);
  });

  it('carries bodies that are not ASCII', async () => {
    const seen = await page.evaluate(() => fetch('/body', { method: 'POST', body: 'grüße ✓' }).then((answer) => answer.json()));
    expect(seen).toEqual({ got: 'grüße ✓' });
  });

  it('fails the request when the handler throws', async () => {
    expect(await page.evaluate(() => fetch('/throws').catch((error: Error) => error.name))).toBe('TypeError');
  });

  it('refuses to handle a scheme twice, and knows what it handles', async () => {
    expect(await app.main(({ electron }) => electron.protocol.isProtocolHandled('app'))).toBe(true);
    await expect(app.main(({ electron }) => electron.protocol.handle('app', () => new Response('')))).rejects.toThrow('already');
  });

  it('is a secure context with an origin of its own', async () => {
    expect(await page.evaluate(() => [window.isSecureContext, window.origin === 'null'])).toEqual([true, false]);
  });
});

describe('the network', () => {
  it('is out of reach of a page that has no policy of its own', async () => {
    let reached = 0;
    const server = createServer((_request, response) => {
      reached += 1;
      response.end('reached');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await app.main(({ windows }) => windows[0]?.loadURL('app://fixture/free'));
    await page.waitForURL('**/free');
    const failed: unknown[] = [];
    page.on('requestfailed', (request) => failed.push(request.failure()?.errorText));
    await page.evaluate(async (url) => {
      await fetch(url, { mode: 'no-cors' }).catch(() => {});
      const image = new Image();
      await new Promise((resolve) => {
        image.onload = resolve;
        image.onerror = resolve;
        image.src = url;
      });
    }, `http://127.0.0.1:${port}/`);
    server.close();
    await expect.poll(() => failed).toEqual(Array(2).fill('net::ERR_BLOCKED_BY_CLIENT.Inspector'));
    expect(reached).toBe(0);
  });
});
