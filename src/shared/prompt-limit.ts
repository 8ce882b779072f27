import type { Problem } from './problem.ts';

/** The longest prompt a session takes, in characters. */
export const LONGEST_PROMPT = 1_000_000;

/** Why a text is no prompt, when it is too long for one. */
export function promptTooLong(text: string): Problem | undefined {
  if (text.length <= LONGEST_PROMPT) return undefined;
  const [given, most] = [text.length, LONGEST_PROMPT].map((count) => count.toLocaleString('en'));
  return {
    code: 'bad_request',
    message: `The prompt has ${given} characters; ${most} is the most.`,
    hint: 'Put the text into a file of the project and name that in the prompt.',
    safe: 'Nothing was sent.',
  };
}
