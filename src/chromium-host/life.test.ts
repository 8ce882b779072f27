import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltHost, buildHost, FixtureApp, removeFolder, type StartOptions } from './testing/rig.ts';

let host: BuiltHost;
const running: FixtureApp[] = [];

function start(options?: StartOptions): FixtureApp {
  const app = new FixtureApp(host, options);
  running.push(app);
  return app;
}

beforeAll(async () => {
  host = await buildHost();
});

afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

afterAll(() => host?.remove());

function names(app: FixtureApp): string[] {
  const life = ['before-quit', 'window close', 'window closed', 'window-all-closed', 'will-quit', 'quit'];
  return app.noted.map(([name]) => name).filter((name) => life.includes(name));
}

/** Undefined for a process that is gone: a browser starts some that end at once. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Pid of the browser that the app started. */
function browserOf(app: FixtureApp): number {
  const [browser] = app.browserProcesses().filter((pid) => parentOf(pid) === app.child.pid);
  if (browser === undefined) throw new Error('the app has no browser');
  return browser;
}

describe('the order of events (Electron docs: app, "Events")', () => {
  it('is ready once the script has run, then shows the window when it has painted', async () => {
    const app = await start().ready();
    await app.until(() => app.noticed('window ready-to-show').length > 0);
    expect(app.noted.map(([name]) => name).filter((name) => ['ready', 'window ready-to-show'].includes(name))).toEqual([
      'ready',
      'window ready-to-show',
    ]);
  });

  it('closes the windows between before-quit and will-quit', async () => {
    const app = await start().ready();
    void app.main(({ electron }) => electron.app.quit()).catch(() => {});
    expect(await app.exited).toBe(0);
    expect(names(app)).toEqual(['before-quit', 'window close', 'window closed', 'will-quit', 'quit']);
  });

  it('says window-all-closed when the last window is closed, and quits when nobody listens', async () => {
    const app = await start().ready();
    void app.main(({ electron, windows }) => {
      electron.app.removeAllListeners('window-all-closed');
      windows[0]?.close();
    });
    expect(await app.exited).toBe(0);
    expect(names(app)).toEqual(['window close', 'window closed', 'before-quit', 'will-quit', 'quit']);
  });

  it('stays without windows when the app wants to, and can open one again', async () => {
    const app = await start({ env: { FIXTURE_STAY: '1' } }).ready();
    await app.main(({ windows }) => windows[0]?.close());
    await app.until(() => app.noticed('window-all-closed').length === 1);
    const url = await app.main(async ({ open }) => (await open()).webContents.getURL());
    expect(url).toBe('app://fixture/index.html');
  });

  it('lets before-quit and will-quit hold the app back', async () => {
    const app = await start({ env: { FIXTURE_STAY: '1' } }).ready();
    const alive = await app.main(({ electron, windows }) => {
      electron.app.once('before-quit', (event) => event.preventDefault());
      electron.app.quit();
      return windows[0]?.isDestroyed();
    });
    expect(alive).toBe(false);
    await app.main(({ electron }) => {
      electron.app.once('will-quit', (event) => {
        event.preventDefault();
        setImmediate(() => electron.app.exit(7));
      });
      electron.app.quit();
    });
    expect(await app.exited).toBe(7);
  });

  it('notices a window that a person closes', async () => {
    const app = await start().ready();
    const page = await app.page();
    const client = await page.context().newCDPSession(page);
    client.send('Page.close').catch(() => {});
    expect(await app.exited).toBe(0);
    expect(names(app)).toEqual(['window close', 'window closed', 'window-all-closed', 'before-quit', 'will-quit', 'quit']);
  });
});

describe('windows (Electron docs: BrowserWindow)', () => {
  it('opens a second one without tabs, and finds windows by their contents', async () => {
    const app = await start().ready();
    const seen = await app.main(async ({ electron, open }) => {
      const second = await open({ width: 640, height: 480 });
      const { BrowserWindow } = electron;
      return [
        BrowserWindow.getAllWindows().length,
        BrowserWindow.fromWebContents(second.webContents) === second,
        second.webContents.getURL(),
      ];
    });
    expect(seen).toEqual([2, true, 'app://fixture/index.html']);
  });

  it('gives require the same object as import (ECMAScript modules)', async () => {
    const app = await start().ready();
    expect(await app.main(({ electron, required }) => [electron === required, electron.app.getVersion(), electron.app.getName()])).toEqual([
      true,
      '1.2.3',
      'fixture',
    ]);
  });
});

describe('one instance (Electron docs: app.requestSingleInstanceLock, event second-instance)', () => {
  it('tells the first what the second was asked for, and the second ends', async () => {
    const first = await start().ready();
    const second = start({ data: first.data, args: ['/some/folder'] });
    expect(await second.exited).toBe(0);
    await first.until(() => first.noticed('second-instance').length === 1);
    expect(first.noticed('second-instance')).toEqual([{ argv: ['/some/folder'], cwd: process.cwd(), data: { from: second.child.pid } }]);
    expect(second.noticed('ready')).toEqual([]);
  });

  it('takes over from one that was killed', async () => {
    const data = mkdtempSync(join(tmpdir(), 'steiner-data-'));
    const first = await start({ data }).ready();
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await start({ data }).ready();
    expect(second.noticed('ready').length).toBe(1);
    await second.stop();
    removeFolder(data);
  });
});

describe('what is left', () => {
  it('is no browser process after the app was killed', async () => {
    const app = await start().ready();
    expect(app.browserProcesses().length).toBeGreaterThan(1);
    app.child.kill('SIGKILL');
    await app.exited;
    await expect.poll(() => app.browserProcesses()).toEqual([]);
  });

  it('is no browser process and no lock after a quit', async () => {
    const app = await start().ready();
    app.child.kill('SIGTERM');
    expect(await app.exited).toBe(0);
    expect([existsSync(join(app.data, 'instance.lock')), readdirSync(app.data)]).toEqual([false, ['chromium']]);
    await expect.poll(() => app.browserProcesses()).toEqual([]);
  });

  it('is nothing when the browser is killed: its windows close and the app quits', async () => {
    const app = await start().ready();
    process.kill(browserOf(app), 'SIGKILL');
    expect(await app.exited).toBe(0);
    expect(names(app)).toEqual(['window close', 'window closed', 'window-all-closed', 'before-quit', 'will-quit', 'quit']);
    await expect.poll(() => app.browserProcesses()).toEqual([]);
  });

  it('is a plain message when there is no display', async () => {
    const app = start({ env: { STEINER_HEADLESS: '', DISPLAY: '', WAYLAND_DISPLAY: '' } });
    expect(await app.exited).toBe(1);
    expect(app.complaints).toMatch(/The window could not be opened: .* Is a display there \(DISPLAY, WAYLAND_DISPLAY\)\?\n$/);
  });

  it('is one line when no browser is installed', async () => {
    const app = start({ env: { PATH: '/nowhere' } });
    expect(await app.exited).toBe(1);
    expect(app.complaints.trim().split('\n')).toEqual([expect.stringContaining('apt install chromium')]);
  });
});
