import Module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';

type Resolve = (request: string, ...rest: unknown[]) => string;
type Internals = { _resolveFilename: Resolve; _cache: Record<string, NodeJS.Module> };

/** Makes bare `electron` mean `electron` in this process, for `require` and for `import`. `hook` is the URL of the built module hook. */
export function installElectron(electron: Readonly<Record<string, unknown>>, hook: URL): void {
  const internals = Module as unknown as Internals;
  const file = fileURLToPath(new URL('electron', hook));
  const resolve = internals._resolveFilename;
  internals._resolveFilename = (request, ...rest) => (request === 'electron' ? file : resolve(request, ...rest));
  const loaded = new Module(file);
  loaded.exports = electron;
  loaded.loaded = true;
  internals._cache[file] = loaded;
  register(hook, { data: { names: Object.keys(electron), from: hook.href } });
}
