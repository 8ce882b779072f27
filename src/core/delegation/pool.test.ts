import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Place, Pool } from './pool.ts';

function enter(pool: Pool): Place {
  const place = pool.enter();
  if (!place) throw new Error('there was no room');
  return place;
}

describe('a pool of children', () => {
  it('lets so many run, makes as many wait and has no room for more', () => {
    const pool = new Pool(() => 2);
    const places = [1, 2, 3, 4].map(() => enter(pool));
    expect(places.map(({ waiting }) => waiting)).toEqual([false, false, true, true]);
    expect(pool.enter()).toBeUndefined();
    expect(pool.size).toBe(4);
  });

  it('begins those that wait in the order they came', async () => {
    const pool = new Pool(() => 1);
    const [first, second] = [enter(pool), enter(pool)];
    first.leave();
    const third = enter(pool);
    expect([second.waiting, third.waiting]).toEqual([false, true]);
    expect(await second.turn).toBe(true);
    second.leave();
    expect(await third.turn).toBe(true);
  });

  it('tells one that gives up while it waits that it does not begin', async () => {
    const pool = new Pool(() => 1);
    const [first, second] = [enter(pool), enter(pool)];
    second.leave();
    second.leave();
    expect([await first.turn, await second.turn, pool.size]).toEqual([true, false, 1]);
  });

  it('begins more when the limit was raised, at the next change', () => {
    let limit = 1;
    const pool = new Pool(() => limit);
    const places = [enter(pool), enter(pool)];
    limit = 3;
    places.push(enter(pool));
    expect(places.map(({ waiting }) => waiting)).toEqual([false, false, false]);
  });

  it('keeps its caps and its order whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: -1, max: 9 })), (limit, steps) => {
        const pool = new Pool(() => limit);
        let here: Place[] = [];
        for (const step of steps) {
          const place = step < 0 ? pool.enter() : undefined;
          if (step < 0 && (place === undefined) !== here.length >= 2 * limit) return false;
          if (place) here.push(place);
          const gone = step < 0 ? undefined : here[step];
          gone?.leave();
          here = here.filter((other) => other !== gone);
          const running = Math.min(limit, here.length);
          if (here.some(({ waiting }, index) => waiting !== index >= running)) return false;
        }
        return pool.size === here.length;
      }),
    );
  });
});
