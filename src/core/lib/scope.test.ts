import { expect, test } from 'vitest';
import { Scope } from './scope.ts';

test('releases run in reverse order, one after the other, and once', async () => {
  const scope = new Scope();
  const released: string[] = [];
  scope.add(() => {
    released.push('first');
  });
  scope.add(async () => {
    await Promise.resolve();
    released.push('second');
  });
  await Promise.all([scope.close(), scope.close()]);
  expect({ released, closed: scope.closed, aborted: scope.signal.aborted }).toEqual({
    released: ['second', 'first'],
    closed: true,
    aborted: true,
  });
});

test('a release that fails does not keep the others from running, and the failures come back together', async () => {
  const scope = new Scope();
  const released: string[] = [];
  scope.add(() => {
    released.push('last');
  });
  scope.add(() => Promise.reject(new Error('one')));
  scope.add(() => {
    throw new Error('two');
  });
  const failure: unknown = await scope.close().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect({ errors: (failure as AggregateError).errors, released }).toEqual({
    errors: [new Error('two'), new Error('one')],
    released: ['last'],
  });
});

test('what was taken out is not released', async () => {
  const scope = new Scope();
  const released: string[] = [];
  const remove = scope.add(() => {
    released.push('removed');
  });
  scope.add(() => {
    released.push('kept');
  });
  remove();
  remove();
  await scope.close();
  expect(released).toEqual(['kept']);
});

test('what is added after closing is released at once', async () => {
  const scope = new Scope();
  await scope.close();
  await new Promise<void>((resolve) => {
    scope.add(resolve);
  });
});

test('a child closes with its parent, in the parent’s order', async () => {
  const scope = new Scope();
  const released: string[] = [];
  scope.add(() => {
    released.push('before');
  });
  const child = scope.child();
  child.add(() => {
    released.push('child');
  });
  scope.add(() => {
    released.push('after');
  });
  await scope.close();
  expect({ released, child: child.closed }).toEqual({ released: ['after', 'child', 'before'], child: true });
});

test('a child that closed by itself leaves its parent open', async () => {
  const scope = new Scope();
  const child = scope.child();
  await child.close();
  const released: string[] = [];
  scope.add(() => {
    released.push('parent');
  });
  expect({ child: child.closed, parent: scope.closed }).toEqual({ child: true, parent: false });
  await scope.close();
  expect(released).toEqual(['parent']);
});
