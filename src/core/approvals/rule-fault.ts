import type { RuleDraft } from '../../shared/approvals.ts';
import { splitWords } from './command-words.ts';
import { hasWildcard } from './rule-match.ts';

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$|^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/** Why a draft cannot be a rule, as a sentence, or nothing. A rule names at least a folder, a program or a domain: none allows everything. */
export function ruleFault({ kind, access, pattern }: RuleDraft, home: string): string | undefined {
  switch (kind) {
    case 'path':
      return access === 'read' || access === 'write' ? pathFault(pattern, home) : 'A path can be read or written.';
    case 'command':
      return commandFault(pattern);
    case 'network':
      return HOST.test(pattern) ? undefined : 'Give a host such as example.org, or *.example.org for its subdomains.';
  }
}

function pathFault(pattern: string, home: string): string | undefined {
  if (!pattern.startsWith('/')) return 'Give an absolute path, or one that starts with ~/.';
  const parts = pattern.split('/').filter((part) => part !== '');
  if (parts.includes('..') || parts.includes('.')) return 'Give the path without . and .. parts.';
  const literal = parts.findIndex(hasWildcard);
  const named = `/${(literal === -1 ? parts : parts.slice(0, literal)).join('/')}`;
  if (named === '/' || home === named || home.startsWith(`${named}/`))
    return 'Name a folder: this would cover all of the home folder or more.';
  return undefined;
}

function commandFault(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'Give the words of a command.';
  const words = splitWords(pattern);
  if (!words) return undefined;
  return (words[0]?.parts.length ?? 0) > 1 ? 'Begin with the name of a program: a * there would cover every command.' : undefined;
}

/** As a person writes it to as it is kept: `~/` is spelled out. */
export function spelledOut(draft: RuleDraft, home: string): RuleDraft {
  const pattern = draft.pattern.trim();
  return { ...draft, pattern: draft.kind === 'path' && pattern.startsWith('~/') ? `${home}${pattern.slice(1)}` : pattern };
}
