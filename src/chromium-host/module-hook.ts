/**
 * Runs on Node's loader thread: `import … from 'electron'` becomes a module that re-exports what `require('electron')` gives,
 * so that both module systems see one object.
 */
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';

export interface HookData {
  /** Exported names. */
  readonly names: readonly string[];
  /** URL of a file that `createRequire` starts from. */
  readonly from: string;
}

const ADDRESS = 'steiner-host:electron';

let source = '';

export const initialize: InitializeHook<HookData> = ({ names, from }) => {
  const lines = names.map((name) => `export const ${name} = electron.${name};`);
  source = [
    `import { createRequire } from 'node:module';`,
    `const electron = createRequire(${JSON.stringify(from)})('electron');`,
    'export default electron;',
    ...lines,
  ].join('\n');
};

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === 'electron' ? { url: ADDRESS, format: 'module', shortCircuit: true } : next(specifier, context);

export const load: LoadHook = (url, context, next) =>
  url === ADDRESS ? { format: 'module', source, shortCircuit: true } : next(url, context);
