import picomatch from 'picomatch';
import type { Approval, RuleDraft } from '../../shared/approvals.ts';
import { splitWords, type Word } from './command-words.ts';

export type Subject = Pick<Approval, 'kind' | 'access' | 'subject'>;

/** Whether the rule answers the question. Pure. Anything it is not sure of it does not cover. */
export function covers(rule: RuleDraft, { kind, access, subject }: Subject): boolean {
  if (rule.kind !== kind) return false;
  switch (rule.kind) {
    case 'path':
      return (rule.access === 'write' || rule.access === access) && pathFits(rule.pattern, subject);
    case 'command':
      return commandFits(rule.pattern, subject);
    case 'network':
      return hostFits(rule.pattern, subject);
  }
}

function pathFits(pattern: string, path: string): boolean {
  const whole = pattern.replace(/(?<=.)\/+$/, '');
  if (!hasWildcard(whole)) {
    const folder = whole.replace(/\\(.)/gs, '$1');
    return path === folder || path.startsWith(`${folder}/`);
  }
  return picomatch([whole, `${whole}/**`], { dot: true, nonegate: true, noextglob: true })(path);
}

function commandFits(pattern: string, command: string): boolean {
  if (pattern.trim() === command.trim()) return true;
  const wanted = splitWords(pattern);
  const words = splitWords(command);
  if (!wanted || !words) return false;
  const open = wanted.at(-1)?.expression === '.*';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  const enough = open ? words.length >= fixed.length : words.length === fixed.length;
  return enough && fixed.every((word, index) => wordFits(word, words[index]));
}

function wordFits(wanted: Word, word: Word | undefined): boolean {
  return word !== undefined && new RegExp(`^${wanted.expression}$`, 's').test(word.text);
}

function hostFits(pattern: string, subject: string): boolean {
  const host = hostOf(subject);
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted;
}

/** A host without its port and without the brackets of an address, in lower case. */
export function hostOf(subject: string): string {
  return subject
    .toLowerCase()
    .replace(/(?<=^[^:]*|\]):\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Whether a part of a path pattern stands for more than itself. */
export function hasWildcard(pattern: string): boolean {
  return /[*?[{]/.test(pattern.replace(/\\./gs, ''));
}

/** The same path as a pattern, whatever characters it holds. */
export function literalPath(path: string): string {
  return path.replace(/[\\*?[{]/g, '\\$&');
}
