import type { CrossFault } from './fault.ts';
import type { Config } from './schema.ts';

/** Names that could not be used, or would stand for something else. */
export function nameFaults({ providers, models, mcp, lsp }: Config): CrossFault[] {
  return [
    ...below(['providers'], Object.keys(providers), (name) => plainFault(name) ?? markFault(name) ?? demoFault(name)),
    ...below(['models', 'definitions'], Object.keys(models.definitions), (name) => plainFault(name) ?? markFault(name) ?? demoFault(name)),
    ...below(['models', 'profiles'], Object.keys(models.profiles), plainFault),
    ...below(['mcp', 'servers'], Object.keys(mcp.servers), plainFault),
    ...below(['lsp', 'servers'], Object.keys(lsp.servers), plainFault),
  ];
}

function below(path: readonly string[], names: readonly string[], faultOf: (name: string) => string | undefined): CrossFault[] {
  return names.flatMap((name) => {
    const message = faultOf(name);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function plainFault(name: string): string | undefined {
  if (name === '') return 'a name must not be empty.';
  return name.trim() === name && !/\p{Cc}/u.test(name) ? undefined : 'a name has no blanks around it, and no line ends or tabs in it.';
}

function markFault(name: string): string | undefined {
  return name.includes('#') ? 'a name must not hold #, which stands before an effort.' : undefined;
}

function demoFault(name: string): string | undefined {
  return /^demo(\/|$)/.test(name) ? 'the built-in demonstration has this name; choose another.' : undefined;
}
