import { expect, it } from 'vitest';
import { stalePackages } from './modules.mjs';

it('names packages that are missing or of another version, but not optional ones left out', () => {
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/same': { version: '1.0.0' },
      'node_modules/older': { version: '2.0.0' },
      'node_modules/absent': { version: '1.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
      'node_modules/optional-older': { version: '2.0.0', optional: true },
    },
  };
  const present = {
    packages: {
      'node_modules/same': { version: '1.0.0' },
      'node_modules/older': { version: '1.0.0' },
      'node_modules/optional-older': { version: '1.0.0', optional: true },
    },
  };
  expect(stalePackages(wanted, present)).toEqual(['node_modules/older', 'node_modules/absent', 'node_modules/optional-older']);
});
