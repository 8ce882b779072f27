import { z } from 'zod';

const said = (what: string) => z.string().trim().min(1).describe(what);
const list = (what: string) => z.array(z.string().trim().min(1)).describe(what);

/** What a child is told: nothing else of the conversation reaches it. */
export const briefShape = {
  objective: said('What to find out or do, in one sentence'),
  context: said('All the child has to know: what was found, names of files and symbols, the diff range of a review'),
  deliverable: said('What to answer with, and in which form'),
  constraints: list('What to keep to; may be empty'),
  success_criteria: list('How to tell that it is done; may be empty'),
  checks: list('What to verify before answering; may be empty'),
};

const briefSchema = z.strictObject(briefShape);
export type Brief = z.infer<typeof briefSchema>;

/** The child's one message. Fields come in a fixed order, so that briefs of one kind share their beginning. */
export function renderBrief(brief: Brief): string {
  return [
    section('Objective', brief.objective),
    section('Context', brief.context),
    section('Deliverable', brief.deliverable),
    section('Constraints', points(brief.constraints)),
    section('Success criteria', points(brief.success_criteria)),
    section('Checks', points(brief.checks)),
  ].join('\n\n');
}

function section(title: string, text: string): string {
  return `# ${title}\n${text}`;
}

function points(items: readonly string[]): string {
  return items.length === 0 ? 'None.' : items.map((item) => `- ${item}`).join('\n');
}

const PREVIEW = 120;

/** One line for a card or a list. */
export function taskOf({ objective }: Pick<Brief, 'objective'>): string {
  const characters = [...objective.replace(/\s+/g, ' ').trim()];
  return characters.length <= PREVIEW ? characters.join('') : `${characters.slice(0, PREVIEW - 1).join('')}…`;
}
