import { describe, expect, it } from 'vitest';
import { readLaunch } from './launch.ts';

const start = { cwd: '/nowhere/here', vars: {}, packaged: false };

describe('what a start asks for', () => {
  it.each([
    ['nothing', ['node', 'host.js'], { demo: false }],
    ['a folder from where the person stands', ['node', 'host.js', 'app'], { folder: '/nowhere/here/app', demo: false }],
    [
      'an absolute folder after switches',
      ['electron', '--no-sandbox', '/the/app', '--headless', '/nowhere/app'],
      { folder: '/nowhere/app', demo: false },
    ],
    ['not the app itself', ['electron', '--no-sandbox', '/the/app'], { demo: false }],
    [
      'a folder with what its sessions begin with',
      ['node', 'host.js', '--model=p/m#high', '--profile=work', 'app'],
      { folder: '/nowhere/here/app', demo: false, model: 'p/m#high', profile: 'work' },
    ],
    ['the sample project', ['electron', '/the/app', '--demo'], { demo: true }],
    ['the sample project rather than a folder', ['electron', '/the/app', '/nowhere/app', '--demo'], { demo: true }],
  ])('is %s', (_what, argv, launch) => {
    expect(readLaunch({ ...start, argv })).toEqual(launch);
  });

  it('is the first argument of a packaged app', () => {
    expect(readLaunch({ ...start, argv: ['steiner', '/nowhere/app'], packaged: true })).toEqual({ folder: '/nowhere/app', demo: false });
  });

  it('can be the sample project by environment', () => {
    expect(readLaunch({ ...start, argv: ['node', 'host.js'], vars: { STEINER_DEMO: '1' } })).toEqual({ demo: true });
  });
});
