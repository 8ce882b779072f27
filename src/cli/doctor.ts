import type { DoctorCheck } from '../shared/ipc.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import type { Style } from './style.ts';

export async function doctor({ flags, runtime, screen, style }: CommandInput): Promise<number> {
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
