import type { Message } from '../../../shared/messages.ts';
import { fixStory } from './fix-story.ts';
import type { DemoReply } from './reply.ts';
import { diffStory, elsewhereReply, helpReply, testStory } from './small-stories.ts';
import { type TurnFacts, turnFacts } from './turn-facts.ts';

/** How the sample's AGENTS.md starts; it is part of every session's context there. */
const SAMPLE = '# Tally, the sample project';

const STEERED = 'You wrote something while I was working. I am a script and could not take it into account.';

/** What the script does next. Depends on nothing but the conversation. */
export function nextReply(messages: readonly Message[]): DemoReply {
  const facts = turnFacts(messages);
  const reply = storyFor(facts);
  return facts.steered && reply.calls.length === 0 ? { ...reply, text: `${reply.text}\n\n${STEERED}` } : reply;
}

function storyFor(facts: TurnFacts): DemoReply {
  if (!facts.context.includes(SAMPLE)) return elsewhereReply();
  if (/\bfix|\bfail|\bbug|\bbroken|\brepair/i.test(facts.prompt)) return fixStory(facts);
  if (/\bdiff|\bchange|\bshow/i.test(facts.prompt)) return diffStory(facts);
  if (/\btest/i.test(facts.prompt)) return testStory(facts);
  return helpReply();
}
