/** A process that replaces the file `path` by `size` bytes and prints `written` or the errno of what failed. */
import { writeAtomic } from '../atomic-file.ts';
import { errnoOf } from '../errno.ts';

const [path = '', size = '0'] = process.argv.slice(2);

try {
  await writeAtomic(path, Buffer.alloc(Number(size), 'n'));
  console.log('written');
} catch (failure) {
  console.log(errnoOf(failure) ?? String(failure));
}
