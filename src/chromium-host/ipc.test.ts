import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltHost, buildHost, FixtureApp } from './testing/rig.ts';

interface Fixture {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  listen(channel: string, listener: (...args: unknown[]) => void): () => void;
  invokeFunction(): Promise<unknown>;
  readonly nested: { readonly list: readonly [number, { twice(n: number): number }] };
}

declare const window: { readonly fixture: Fixture; readonly seenAtStart: string; heard: unknown[]; stop: () => void };

let host: BuiltHost;
let app: FixtureApp;
let page: Page;

beforeAll(async () => {
  host = await buildHost();
  app = await new FixtureApp(host).ready();
  page = await app.page();
}, 60_000);

afterAll(async () => {
  await app?.stop();
  host?.remove();
});

describe('ipcRenderer.invoke (Electron docs, ipcRenderer.invoke)', () => {
  it('answers with what the handler returns', async () => {
    expect(await page.evaluate(() => window.fixture.invoke('echo', 1, 'two', { three: [3] }))).toEqual([1, 'two', { three: [3] }]);
  });
});
