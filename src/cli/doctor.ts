import type { DoctorCheck } from '../shared/ipc.ts';
import type { CommandInput } from './command.ts';
import { escapeSuite } from './escape-suite.ts';
import { EXIT } from './exit-code.ts';
import type { Style } from './style.ts';

export async function doctor(input: CommandInput): Promise<number> {
  const { flags, runtime, screen, style } = input;
  if (flags['escape-suite']) return escapeSuite(input);
  const { engine } = await runtime();
  const checks = await engine.doctor();
  const text = checks.map((check) => (flags.json ? `${JSON.stringify(check)}\n` : checkText(check, style))).join('');
  screen.print({ to: 'out', text });
  return checks.some(({ state }) => state === 'failed') ? EXIT.error : EXIT.complete;
}

function checkText({ state, title, message, hint }: DoctorCheck, style: Style): string {
  const word = { ok: style.added('ok     '), warning: style.waiting('warning'), failed: style.failed('failed ') }[state];
  return `${word} ${title}: ${message}\n${hint === undefined ? '' : `        ${hint}\n`}`;
}
