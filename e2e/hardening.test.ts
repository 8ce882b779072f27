import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusingAddress, startDecoyServer } from '../src/core/testing/broken-servers.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const HOSTILE = [
  '# <img src=x onerror="globalThis.pwned=1">',
  '<script>globalThis.pwned = 2</script>',
  '<iframe srcdoc="<script>parent.pwned=3</script>"></iframe>',
  '[press](javascript:globalThis.pwned=4) and [file](file:///etc/passwd) and ![far](http://127.0.0.1:9/beacon.png)',
  '<a href="javascript:globalThis.pwned=5" onclick="globalThis.pwned=6">here</a> <svg onload="globalThis.pwned=7"></svg>',
].join('\n\n');

let rig: WindowRig;
let decoy: Awaited<ReturnType<typeof startDecoyServer>>;
let page: Page;
let requested: string[];
beforeAll(async () => {
  decoy = await startDecoyServer();
  rig = await createWindowRig({ script: [{ text: HOSTILE }] });
  page = await rig.open();
  requested = [];
  page.on('request', (request) => requested.push(request.url()));
});
afterAll(async () => {
  await rig?.close();
  await decoy.close();
});

/** Gathers what the page's policy refuses from here on. */
function watchViolations(watched: Page): Promise<void> {
  return watched.evaluate(() => {
    const refused: string[] = [];
    Reflect.set(globalThis, 'refused', refused);
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  });
}

function violations(watched: Page): Promise<readonly string[]> {
  return watched.evaluate(() => [...(Reflect.get(globalThis, 'refused') as string[])].sort());
}

/** What a hostile script leaves behind when it runs. */
function pwned(watched: Page): Promise<unknown> {
  return watched.evaluate(() => Reflect.get(globalThis, 'pwned'));
}

describe(`the page has no way out (${HOST})`, () => {
  test('of Node nothing is there, and of the app one frozen object', async () => {
    const found = await page.evaluate(() => {
      const bridge: object = Reflect.get(window, 'steiner');
      return {
        node: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter((name) => name in window),
        keys: Object.keys(bridge).sort(),
        frozen: Object.isFrozen(bridge),
        replaced: Reflect.set(window, 'steiner', {}),
      };
    });
    expect(found).toEqual({ node: [], keys: ['listen', 'request'], frozen: true, replaced: false });
  });

  test('scripts that are not its own do not run: inline, by attribute, by eval, from a blob or from elsewhere', async () => {
    await watchViolations(page);
    const evaluated = await page.evaluate((elsewhere) => {
      const insert = (script: Partial<HTMLScriptElement>) => document.body.append(Object.assign(document.createElement('script'), script));
      insert({ textContent: 'globalThis.pwned = "inline"' });
      insert({ src: URL.createObjectURL(new Blob(['globalThis.pwned = "blob"'], { type: 'text/javascript' })) });
      insert({ src: elsewhere });
      const box = document.createElement('div');
      box.innerHTML = '<button onclick="globalThis.pwned = \'attribute\'">x</button>';
      document.body.append(box);
      box.querySelector('button')?.click();
      box.remove();
      // In a task of its own: the debugger that runs this function is allowed to evaluate.
      return new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return "evaluated"')());
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      });
    }, `${refusingAddress()}/script.js`);
    await expect
      .poll(() => violations(page))
      .toEqual(['script-src', 'script-src-attr', 'script-src-elem', 'script-src-elem', 'script-src-elem']);
    expect({ evaluated, pwned: await pwned(page) }).toEqual({ evaluated: 'EvalError', pwned: undefined });
  });

  test('no address can be reached: fetch, socket, beacon, image, frame', async () => {
    await watchViolations(page);
    const fetched = await page.evaluate(async (address) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: address, id: 'far' }));
      new Image().src = `${address}/x.png`;
      navigator.sendBeacon(address, 'x');
      new WebSocket(address.replace('http', 'ws')).close();
      return fetch(address).then(
        () => 'reached',
        () => 'refused',
      );
    }, decoy.url);
    const refused = ['connect-src', 'connect-src', 'connect-src', 'frame-src', 'img-src'];
    await expect.poll(() => violations(page)).toEqual(refused);
    await page.evaluate(() => document.querySelector('#far')?.remove());
    expect({ fetched, connections: decoy.connections() }).toEqual({ fetched: 'refused', connections: 0 });
  });

  test('it cannot be led to another page, nor open one', async () => {
    const here = page.url();
    for (const address of [decoy.url, 'data:text/html,x']) {
      await page.evaluate((to) => void window.open(to), address);
      await page.evaluate((to) => {
        location.href = to;
      }, address);
    }
    await composer(page).fill('still here');
    await composer(page).fill('');
    await expect.poll(() => page.context().pages().length).toBe(1);
    expect({ here: page.url(), reached: decoy.connections() }).toEqual({ here, reached: 0 });
  });

  test("a model's answer is text: no element of it runs, loads or leads anywhere", async () => {
    requested.length = 0;
    await runTurn(page, 'Say something.');
    const answer = transcript(page).getByLabel('Answer');
    await answer.getByText('press').click();
    const hostile = await answer.evaluate((element) => ({
      elements: element.querySelectorAll('script, iframe, img, svg[onload], [onclick], [onerror]').length,
      links: [...element.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')).filter((href) => !href?.startsWith('http')),
    }));
    const outside = requested.filter((address) => !address.startsWith(new URL(page.url()).origin) && !address.startsWith('app://'));
    expect({ ...hostile, pwned: await pwned(page), outside, windows: rig.app.windows().length }).toEqual({
      elements: 0,
      links: [],
      pwned: undefined,
      outside: [],
      windows: 1,
    });
  });

  test('requests that are not in the contract are refused by the other side', async () => {
    const answers = await page.evaluate(async () => {
      const bridge = Reflect.get(window, 'steiner') as { request(name: unknown, input: unknown): Promise<unknown> };
      const ask = (name: unknown, input: unknown) =>
        bridge.request(name, input).then(
          (answer) => (answer as { ok: boolean }).ok,
          () => 'rejected',
        );
      return [
        await ask('fs.read', { path: '/etc/passwd' }),
        await ask('__proto__', {}),
        await ask('app.info', { extra: 1 }),
        await ask('app.openExternal', { url: 'file:///etc/passwd' }),
        await ask('sessions.open', { session: '../../x' }),
        await ask('app.info', {}),
      ];
    });
    expect(answers.map((answer) => answer === true)).toEqual([false, false, false, false, false, true]);
  });
});
