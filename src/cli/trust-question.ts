import type { SettingChange, UntrustedConfig } from '../shared/project-trust.ts';
import { answerTo, createLines, type QuestionOptions } from './approval-question.ts';
import { harmless, type Style } from './style.ts';

/** `without` goes on without the project's own settings. */
export type TrustAnswer = 'always' | 'session' | 'without' | 'stop';

const ANSWERS: ReadonlyMap<string, TrustAnswer> = new Map([
  ['y', 'session'],
  ['a', 'always'],
  ['n', 'without'],
]);

/** Asks the person at the terminal. Everything that is not one of the answers stops, and so does the end of input. */
export async function askTrust(untrusted: UntrustedConfig, options: QuestionOptions): Promise<TrustAnswer> {
  const lines = createLines(options.input);
  try {
    await lines.discardTypedAhead();
    const answer = (await answerTo(trustQuestion(untrusted, options.style), lines, options)) ?? '';
    return ANSWERS.get(answer.trim().toLowerCase()) ?? 'stop';
  } finally {
    lines.close();
  }
}

export function trustQuestion({ file, changes, skills = [], error, notice, changed }: UntrustedConfig, style: Style): string {
  const none = changes.length + skills.length === 0 && error === undefined ? ['They change nothing.'] : [];
  const body = [
    ...(error ?? '').split('\n'),
    ...none,
    skills.length === 0 ? '' : `Skills, which tell the model what to do when you start them: ${skills.join(', ')}`,
    notice ?? '',
    changed ? 'You trusted this project; what it brings has changed since.' : '',
  ].filter((text) => text !== '');
  const key = ['y', 'a', 'n'].map((letter) => style.strong(letter));
  return [
    style.waiting(`? This project brings its own settings: ${harmless(file)}`),
    ...body.map((text) => `  ${harmless(text)}`),
    ...changes.map((change) => changeLine(change, style)),
    `  ${key[0]} apply them now · ${key[1]} always in this project · ${key[2]} go on without them · anything else stops: `,
  ].join('\n');
}

function changeLine({ key, before = 'not set', after, security }: SettingChange, style: Style): string {
  const text = harmless(`${key}: ${before} → ${after}`).replaceAll('\n', ' ');
  return security ? style.waiting(`  ! ${text}`) : `    ${text}`;
}
