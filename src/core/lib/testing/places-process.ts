import { placesProblem } from '../check-places.ts';

const [root = '', writes = ''] = process.argv.slice(2);
const problem = placesProblem(
  { config: `${root}/config`, state: `${root}/state`, cache: `${root}/cache` },
  writes === 'writes' ? ['state'] : [],
);
process.stdout.write(problem?.message ?? 'none');
