import { basename, dirname } from 'node:path';
import type { Approval } from '../../shared/approvals.ts';
import { splitWords } from './command-words.ts';
import { ruleFault } from './rule-fault.ts';
import { hostOf, literalPath } from './rule-match.ts';

/** Programs whose first word says what they do. Of others only the exact command is offered, since their words may mean anything. */
const WITH_VERBS = new Set([
  ...['git', 'npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno', 'node_modules/.bin/vitest', 'cargo', 'go', 'make', 'just', 'task', 'mvn'],
  ...['gradle', './gradlew', 'dotnet', 'uv', 'poetry', 'pip', 'bundle', 'rake', 'composer', 'mix', 'zig', 'swift', 'bazel', 'nx', 'turbo'],
]);
/** Programs that do one thing, whatever their words. */
const SINGLE_PURPOSE = new Set(['pytest', 'vitest', 'jest', 'tsc', 'eslint', 'biome', 'prettier', 'ruff', 'mypy', 'rspec', 'phpunit']);
/** Verbs after which the next word is the one that matters. */
const RUNNERS = new Set(['run', 'exec', 'dlx', 'x', 'tool']);
const VERB = /^[a-z][\w:.-]*$/i;

/** The pattern a person starts from when they make a rule of a question, or nothing where no rule can be made. */
export function suggestPattern({ kind, access, subject }: Pick<Approval, 'kind' | 'access' | 'subject'>, home: string): string | undefined {
  switch (kind) {
    case 'path':
      return suggestPath(subject, access, home);
    case 'command':
      return suggestCommand(subject);
    case 'network': {
      const pattern = hostOf(subject);
      return ruleFault({ kind, access: 'connect', pattern }, home) === undefined ? pattern : undefined;
    }
    case 'loop':
      return undefined;
  }
}

function suggestPath(path: string, access: Approval['access'], home: string): string | undefined {
  const candidates = [...(basename(path).includes('.') ? [dirname(path)] : []), path].map(literalPath);
  return candidates.find((pattern) => ruleFault({ kind: 'path', access, pattern }, home) === undefined);
}

function suggestCommand(command: string): string {
  const exact = command.trim();
  const words = splitWords(exact)?.map(({ text }) => text) ?? [];
  const [program = '', first = '', second = ''] = words;
  if (SINGLE_PURPOSE.has(program)) return `${program} *`;
  if (!WITH_VERBS.has(program) || !VERB.test(first)) return exact;
  if (!RUNNERS.has(first)) return `${program} ${first} *`;
  return VERB.test(second) ? `${program} ${first} ${second} *` : exact;
}
