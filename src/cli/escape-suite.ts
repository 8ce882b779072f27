import type { EscapeResult } from '../core/engine.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { problemText } from './problem-text.ts';
import type { Style } from './style.ts';

/** Prints what held by area and everything that did not. */
export async function escapeSuite({ flags, runtime, screen, style }: CommandInput): Promise<number> {
  const { engine } = await runtime();
  const suite = await engine.escapeSuite();
  if (!suite.ok) {
    screen.print({ to: 'err', text: problemText(suite.error, style) });
    return EXIT.error;
  }
  const text = flags.json ? suite.value.map((result) => `${JSON.stringify(result)}\n`).join('') : suiteText(suite.value, style);
  screen.print({ to: 'out', text });
  return suite.value.some(({ result }) => result === 'broken') ? EXIT.error : EXIT.complete;
}

function suiteText(results: readonly EscapeResult[], style: Style): string {
  const areas = [...new Set(results.map(({ area }) => area))].map((area) => areaText(area, results, style));
  const broken = results
    .filter(({ result }) => result === 'broken')
    .map((one) => `${style.failed('broken')} ${one.id}: ${one.title}\n        ${one.detail}\n`);
  const missing = results.filter(({ result }) => result === 'not-applicable').map((one) => `not tried ${one.id}: ${one.detail}\n`);
  const total = `${countOf(results, 'held')} of ${results.length} held, ${countOf(results, 'broken')} broken, ${missing.length} cannot be tried here.\n`;
  return [...areas, ...missing, ...broken, total].join('');
}

function areaText(area: string, results: readonly EscapeResult[], style: Style): string {
  const own = results.filter((result) => result.area === area);
  const word = countOf(own, 'broken') > 0 ? style.failed('broken') : style.added('held  ');
  return `${word} ${area}: ${countOf(own, 'held')} of ${own.length}\n`;
}

function countOf(results: readonly EscapeResult[], wanted: EscapeResult['result']): number {
  return results.filter(({ result }) => result === wanted).length;
}
