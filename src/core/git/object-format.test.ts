import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { change, contents, file, gitIn, goBack, open, planned, repository, seen } from './testing/checkpoint-rig.ts';

describe('a checkpoint of repositories inside', () => {
  it.each([
    ['sha1', 'sha256'],
    ['sha256', 'sha1'],
  ])('of which objects have other names, %s outside and %s inside, works alike, also in one another', async (outer, inner) => {
    await rm(file('.git'), { recursive: true });
    await repository('.', outer);
    await repository('sub', inner);
    await repository('sub/er', outer);
    const before = [await seen('.'), await seen('sub'), await seen('sub/er')];
    const first = await open();
    await first.take('s', 't1', 'before');
    expect([await seen('.'), await seen('sub'), await seen('sub/er')]).toEqual(before);
    await first.close();
    for (const name of ['sub', 'sub/er']) await change(name);
    const after = [await contents('sub'), await contents('sub/er')];
    for (const name of ['.', 'sub', 'sub/er']) await gitIn(name, 'gc', '--quiet', '--prune=now');
    const checkpoints = await open();
    const files = ['b.txt', 'gone.txt', 'new/file.txt'].map((name) => [`sub/${name}`, `sub/er/${name}`]);
    expect((await planned(checkpoints)).map((line) => line.replace(/^\w+ /, '')).toSorted()).toEqual(files.flat().toSorted());
    const { present } = await goBack(checkpoints);
    const kept = ['two\n', 'three\n', undefined, 'secret\n'];
    expect([await contents('sub'), await contents('sub/er')]).toEqual([kept, kept]);
    await checkpoints.restore('s', 't1', present);
    expect([await contents('sub'), await contents('sub/er')]).toEqual(after);
  });

  it('is taken again of one that was made anew with other names', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await rm(file('sub/.git'), { recursive: true });
    await repository('sub', 'sha256');
    expect(await planned(checkpoints)).toEqual(['left sub not_then']);
    await checkpoints.take('s', 't2', 'before');
    await change('sub');
    await goBack(checkpoints, 't2');
    expect(await contents('sub')).toEqual(['two\n', 'three\n', undefined, 'secret\n']);
  });
});
