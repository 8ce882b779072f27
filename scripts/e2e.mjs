import { ensureBuilt } from './lib/setup.mjs';
import { runE2e } from './lib/suites.mjs';

const { failed } = (await ensureBuilt()) ? await runE2e() : { failed: 1 };
process.exitCode = failed === 0 ? 0 : 1;
