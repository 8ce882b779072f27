import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltHost, buildHost, FixtureApp } from './testing/rig.ts';
import { BINDING, RECEIVER } from './wire/messages.ts';

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

describe('preload and context isolation (Electron docs: Context Isolation, contextBridge)', () => {
  it('runs the preload before the first script of the page', async () => {
    expect(await page.evaluate(() => window.seenAtStart)).toBe('object');
  });

  it('keeps the globals of the preload out of the page', async () => {
    const names = ['preloadOnly', 'require', 'process', 'module', 'electron', BINDING, RECEIVER];
    expect(await page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([]);
  });

  it('gives a fresh frame of the page no way to the host either', async () => {
    const seen = await page.evaluate(
      (names) => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        const inner = frame.contentWindow as unknown as Record<string, unknown>;
        const found = names.filter((name) => name in inner);
        frame.remove();
        return found;
      },
      ['fixture', 'preloadOnly', BINDING, RECEIVER],
    );
    expect(seen).toEqual([]);
  });

  it('freezes what it exposes', async () => {
    const seen = await page.evaluate(() => {
      const { fixture } = window;
      const writable = Object.getOwnPropertyDescriptor(window, 'fixture')?.writable;
      return [writable, Object.isFrozen(fixture), Object.isFrozen(fixture.nested.list)];
    });
    expect(seen).toEqual([false, true, true]);
  });

  it('carries functions at any depth of objects and lists', async () => {
    expect(await page.evaluate(() => window.fixture.nested.list[1].twice(21))).toBe(42);
  });

  it('survives a page that replaces the functions it is built from', async () => {
    const seen = await page.evaluate(async () => {
      const kept = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = () => {
        throw new Error('replaced');
      };
      const answer = await window.fixture.invoke('echo', 'still').catch(String);
      EventTarget.prototype.dispatchEvent = kept;
      return answer;
    });
    expect(seen).toEqual(['still']);
  });
});

describe('content security policy of handled schemes (Electron docs: Security, "Define a Content Security Policy")', () => {
  it('blocks the inline script of the page', async () => {
    expect(await page.evaluate(() => window.inlineRan)).toBeUndefined();
  });

  it('blocks requests to other origins', async () => {
    const answer = await page.evaluate(() => fetch('https://example.com/').catch((error: Error) => error.name));
    await page.waitForFunction(() => window.violations.includes('connect-src'));
    expect(answer).toBe('TypeError');
  });

  it('blocks scripts that the page writes into itself', async () => {
    const seen = await page.evaluate(() => {
      const element = document.createElement('script');
      element.textContent = 'document.title = "ran"';
      document.head.append(element);
      return document.title;
    });
    expect(seen).toBe('fixture');
  });
});
