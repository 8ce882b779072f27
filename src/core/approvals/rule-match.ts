import type { Approval, RuleDraft } from '../../shared/approvals.ts';
import { globMatcher } from '../lib/glob.ts';
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
  const whole = withoutLastSlashes(pattern);
  if (!hasWildcard(whole)) {
    const folder = whole.replace(/\\(.)/gs, '$1');
    return path === folder || path.startsWith(`${folder}/`);
  }
  return globMatcher(whole)(path) || globMatcher(`${whole}/**`)(path);
}

function commandFits(pattern: string, command: string): boolean {
  if (pattern.trim() === command.trim()) return true;
  const wanted = splitWords(pattern);
  const words = splitWords(command);
  if (!wanted || !words) return false;
  const open = isAnything(wanted.at(-1));
  const fixed = open ? wanted.slice(0, -1) : wanted;
  const enough = open ? words.length >= fixed.length : words.length === fixed.length;
  return enough && fixed.every((word, index) => wordFits(word, words[index]));
}

function wordFits(wanted: Word, word: Word | undefined): boolean {
  return word !== undefined && partsFit(wanted.parts, word.text);
}

/** A word that is one `*`. */
function isAnything(word: Word | undefined): boolean {
  return word?.parts.length === 2 && word.parts.every((part) => part === '');
}

/** Whether a text begins with the first part, ends with the last, and has the others between them in their order. */
function partsFit([first = '', ...rest]: readonly string[], text: string): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function hostFits(pattern: string, subject: string): boolean {
  const host = hostOf(subject);
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted;
}

/** A host without its port and without the brackets of an address, in lower case. */
export function hostOf(subject: string): string {
  const lower = subject.toLowerCase();
  const colon = lower.lastIndexOf(':');
  const isPort = colon >= 0 && /^\d+$/.test(lower.slice(colon + 1)) && (lower.indexOf(':') === colon || lower[colon - 1] === ']');
  return (isPort ? lower.slice(0, colon) : lower).replace(/^\[(.*)\]$/, '$1');
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Whether a part of a path pattern stands for more than itself. */
export function hasWildcard(pattern: string): boolean {
  return /[*?[{]/.test(pattern.replace(/\\./gs, ''));
}

/** The same path as a pattern, whatever characters it holds. */
export function literalPath(path: string): string {
  return path.replace(/[\\*?[{]/g, '\\$&');
}
