import type { Locator, Page } from 'playwright-core';
import type { Reply, ScriptedCall } from '../../src/core/testing/model-script.ts';

/** What a person finds in the window, by the names that a screen reader says. */
export function transcript(page: Page): Locator {
  return page.getByRole('log', { name: 'Transcript' });
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt' });
}

/** The line that ends a turn. */
export function turnEnds(page: Page): Locator {
  return transcript(page).getByLabel('End of the turn');
}

export async function send(page: Page, text: string, keys = 'Enter'): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press(keys);
}

/** Sends a prompt and waits until its turn has ended. */
export async function runTurn(page: Page, text: string): Promise<void> {
  const before = await turnEnds(page).count();
  await send(page, text);
  await turnEnds(page).nth(before).waitFor();
}

/** Makes the window so tall that a session of a few screens has all its rows in the page. */
export function showAll(page: Page): Promise<void> {
  return page.setViewportSize({ width: 1280, height: 4_000 });
}

/** The transcript, from its first prompt on, as a screen reader meets it: roles, names and text in order. */
export async function readAll(page: Page, firstPrompt: string): Promise<string> {
  await transcript(page).getByText(firstPrompt).waitFor();
  return transcript(page).ariaSnapshot();
}

export function call(name: string, given: Readonly<Record<string, unknown>>): ScriptedCall {
  return { name, arguments: given };
}

export function shell(command: string): ScriptedCall {
  return call('bash', { command });
}

export function replace(path: string, before: string, after: string): ScriptedCall {
  return call('mutate', { operations: [{ type: 'replace', path, old_string: before, new_string: after }] });
}

export function create(path: string, content: string): ScriptedCall {
  return call('mutate', { operations: [{ type: 'create', path, content }] });
}

/** A command that runs until it is ended, and can be told from every other process of this machine. */
export function sleeper(name: string): { readonly line: string; readonly reply: Reply } {
  const line = `sleep 1000.${process.pid}${name}`;
  return { line, reply: { calls: [shell(`echo begun; ${line} & wait`)] } };
}
