export interface CompactionPrompt {
  readonly stage: 'normal' | 'emergency';
  /** Tokens the summary may take. */
  readonly room: number;
  /** In place of the built-in text. */
  readonly override?: string | undefined;
  /** Keys and values instead of sentences. */
  readonly terse?: boolean | undefined;
  /** What the person asked to keep in view. */
  readonly focus?: string | undefined;
}

const TEXT = `The conversation has grown too long to be sent whole. Write the summary that will stand in place of its older messages. You will go on working from it without seeing them, so put in what you would otherwise have to find out again, and leave out what only led there.

Use these eight headings, in this order, each with its facts as short points. Write "none" where there is nothing.

## Task
What the user asked for, in their words where the wording matters, with every later change of mind.
## Repository state
Branch, files created, changed or deleted, what is committed and what is not; commands that set something up.
## Work done
What was finished, with the paths and names of what carries it.
## Decisions
What was decided, by whom, and why; what was tried and rejected.
## Problems
What failed or behaves unexpectedly, with exact error texts; what was ruled out.
## Remaining work
What is left, in the order it should be done, beginning with the very next step.
## Verification
Which checks ran with which result, and what is still unchecked.
## Preferences
How the user wants things done: rules, limits, tone, things never to do.

Keep exact names, paths, numbers, commands and error texts. Invent nothing. If an earlier summary stands at the start of the conversation, carry over what still holds. Answer with the summary alone; do not call tools.`;

const EMERGENCY = 'There is little room: keep to the task, decisions that bind, remaining work and preferences, one line for each point.';

const TERSE =
  'Write each point as key=value or a bare fact. No sentences, no articles; never shorten paths, names, numbers, commands or error texts.';

/** The one message added to a request so that its answer is a summary. The same input gives the same bytes. */
export function compactionInstruction({ stage, room, override, terse, focus }: CompactionPrompt): string {
  const length = `Write at most ${Math.max(100, Math.floor((room * 3) / 4))} words.`;
  return [
    override ?? TEXT,
    ...(stage === 'emergency' ? [EMERGENCY] : []),
    ...(terse ? [TERSE] : []),
    length,
    ...(focus === undefined ? [] : [`The user asks you to keep this in view above all: ${focus}`]),
  ].join('\n\n');
}

/** Stands before the text of a summary where it takes the place of older messages. */
export function summaryHeading(generation: number): string {
  return `[Summary ${generation} of this conversation. It stands in place of older messages, which are no longer here. Search or read them word for word with the history tool.]`;
}
