import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/testing/manual-clock.ts';
import { err, ok } from '../../shared/result.ts';
import { FakeEngine, FakeProject, MISSING, SILENT } from '../testing/fake-engine.ts';
import { fakeScreen } from '../testing/fake-window.ts';
import { Windows } from './windows.ts';

function rig() {
  const engine = new FakeEngine();
  const screen = fakeScreen();
  const windows = new Windows({ engine, resources: '/resources', clock: new ManualClock(), logger: SILENT, show: screen.show });
  return { engine, windows, shown: screen.shown };
}

describe('a start of the app', () => {
  it('without a folder shows the welcome screen', async () => {
    const { windows, shown } = rig();
    const window = windows.launch({ demo: false });
    expect([await window.current(), shown.length]).toEqual([ok(null), 1]);
  });

  it('with a folder shows the window at once and the project when it is open', async () => {
    const { windows, shown } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    const early = [window.project, shown.length];
    expect([early, await window.current(), shown[0]?.title]).toEqual([
      [undefined, 1],
      ok(new FakeProject('/code/app').info()),
      'app – Steiner',
    ]);
  });

  it('with a folder that is not there says so in the window, which stays usable', async () => {
    const { windows } = rig();
    const window = windows.launch({ folder: '/missing', demo: false });
    const seen = await window.current();
    const opened = await windows.open('/other', window);
    expect([seen, opened, await window.current()]).toEqual([err(MISSING), ...Array(2).fill(ok(new FakeProject('/other').info()))]);
  });

  it('with a model and a profile gives them to the project each time that this one is opened', async () => {
    const { engine, windows } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false, model: 'p/m', profile: 'work' });
    await window.current();
    await windows.trust('session', window);
    await windows.launch({ folder: '/code/other', demo: false }).current();
    const chosen = { model: 'p/m', profile: 'work', window: true };
    expect(engine.asked).toEqual([
      ['/code/app', chosen],
      ['/code/app', chosen],
      ['/code/other', { window: true }],
    ]);
  });

  it('with a model gives it to that window only, not to one that shows the folder after it closed', async () => {
    const { engine, windows, shown } = rig();
    await windows.launch({ folder: '/code/app', demo: false, model: 'p/m' }).current();
    shown[0]?.close();
    const other = windows.launch({ demo: false });
    await windows.open('/code/app', other);
    await windows.trust('session', other);
    expect(engine.asked).toEqual([
      ['/code/app', { model: 'p/m', window: true }],
      ['/code/app', { window: true }],
      ['/code/app', { window: true }],
    ]);
  });

  it('with a model gives it to no other folder that the window shows later', async () => {
    const { engine, windows } = rig();
    const window = windows.launch({ folder: '/missing', demo: false, model: 'p/m' });
    await window.current();
    await windows.open('/code/app', window);
    expect(engine.asked.at(-1)).toEqual(['/code/app', { window: true }]);
  });

  it('again brings the window of that folder forward, or the latest', async () => {
    const { windows, shown } = rig();
    await windows.launch({ folder: '/code/app', demo: false }).current();
    await windows.launch({ folder: '/code/other', demo: false }).current();
    windows.launch({ folder: '/code/app', demo: false });
    windows.launch({ demo: false });
    expect(shown.map(({ focused }) => focused)).toEqual([1, 1]);
  });
});

describe('opening a project', () => {
  it('fills an empty window', async () => {
    const { windows, shown } = rig();
    const window = windows.launch({ demo: false });
    expect(await windows.open('/code/app', window)).toEqual(ok(new FakeProject('/code/app').info()));
    expect([shown.length, shown[0]?.key]).toEqual([1, '/code/app']);
  });

  it('from a window that has one opens another', async () => {
    const { windows, shown } = rig();
    const first = windows.launch({ folder: '/code/app', demo: false });
    await first.current();
    await windows.open('/code/other', first);
    expect(shown.map(({ key }) => key)).toEqual(['/code/app', '/code/other']);
  });

  it('that cannot be opened makes no window', async () => {
    const { windows, shown } = rig();
    const first = windows.launch({ folder: '/code/app', demo: false });
    await first.current();
    expect([await windows.open('/missing', first), shown.length]).toEqual([err(MISSING), 1]);
  });

  it('that is open already brings its window forward', async () => {
    const { engine, windows, shown } = rig();
    const first = windows.launch({ folder: '/code/app', demo: false });
    await first.current();
    await windows.open('/code/app', first);
    expect([engine.opened.length, shown.length, shown[0]?.focused]).toEqual([1, 1, 1]);
  });

  it('that has a problem opens it anew in its own window, and keeps it when that fails', async () => {
    const { engine, windows, shown } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    await window.current();
    const [before] = engine.opened;
    if (before === undefined) throw new Error('nothing was opened');
    before.problem = MISSING;
    engine.failure = MISSING;
    const failed = [await windows.open('/code/app', window), before.closed, window.project === before];
    engine.failure = undefined;
    const renewed = await windows.open('/code/app', window);
    expect({ failed, renewed, now: await window.current(), closed: before.closed, windows: shown.length }).toEqual({
      failed: [err(MISSING), false, true],
      renewed: ok(new FakeProject('/code/app').info()),
      now: ok(new FakeProject('/code/app').info()),
      closed: true,
      windows: 1,
    });
  });

  it('as the demo happens once', async () => {
    const { engine, windows } = rig();
    const window = windows.launch({ demo: false });
    await windows.openDemo(window);
    await windows.openDemo(window);
    expect(engine.opened.map(({ path }) => path)).toEqual(['/state/sample']);
  });
});

describe('a closed window', () => {
  it('closes its project and hears nothing more', async () => {
    const { engine, windows, shown } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    await window.current();
    shown[0]?.close();
    engine.opened[0]?.emit({ type: 'sessions', sessions: [] });
    await Promise.resolve();
    expect([engine.opened[0]?.closed, shown[0]?.batches, windows.of(1)]).toEqual([true, [], undefined]);
  });

  it('closes a project that comes up too late', async () => {
    const { engine, windows, shown } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    shown[0]?.close();
    await window.current();
    await Promise.resolve();
    expect(engine.opened[0]?.closed).toBe(true);
  });
});

describe('events', () => {
  it('go to the window of their project only', async () => {
    const { engine, windows, shown } = rig();
    await windows.launch({ folder: '/code/app', demo: false }).current();
    await windows.launch({ folder: '/code/other', demo: false }).current();
    engine.opened[1]?.emit({ type: 'sessions', sessions: [] });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(shown.map(({ batches }) => batches)).toEqual([[], [[{ type: 'sessions', sessions: [] }]]]);
  });
});

describe('trusting a project', () => {
  it('remembers it and opens the project anew in the same window', async () => {
    const { engine, windows, shown } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    await window.current();
    expect(await windows.trust('always', window)).toEqual(ok(new FakeProject('/code/app').info()));
    expect([engine.trusted, engine.opened.map(({ closed }) => closed), shown.length]).toEqual([
      [['/code/app', 'always']],
      [true, false],
      1,
    ]);
  });

  it('that cannot be remembered leaves the project as it is', async () => {
    const { engine, windows } = rig();
    const window = windows.launch({ folder: '/code/app', demo: false });
    await window.current();
    engine.failure = MISSING;
    expect(await windows.trust('session', window)).toEqual(err(MISSING));
    expect(engine.opened.map(({ closed }) => closed)).toEqual([false]);
  });
});
