import { resolve } from 'node:path';
import type { ConfigReport, EffectiveSetting, SettingSource } from '../shared/config-report.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatTable } from './format.ts';
import { failWith } from './open-project.ts';
import { harmless } from './style.ts';

/** Asks nobody whether the project is trusted: it applies nothing, and says when the project's own file is left out. */
export async function config(input: CommandInput): Promise<number> {
  const { engine } = await input.runtime();
  const { cwd = '.', model, unsafe, json, 'trust-project-config': trustProjectConfig } = input.flags;
  const report = await engine.config(resolve(input.terminal.cwd, cwd), { model, unsafe, trustProjectConfig });
  if (!report.ok) return failWith(report.error, input);
  input.screen.print({ to: 'out', text: json ? `${JSON.stringify(report.value)}\n` : reportText(report.value) });
  return EXIT.complete;
}

/** Reads like the file, one setting a line, so that it can be searched with the tools for text. */
function reportText({ settings, warnings }: ConfigReport): string {
  return [...warnings.map((text) => `# ${harmless(text)}\n`), formatTable(settings.map(row))].join('');
}

function row({ key, value, source, unused }: EffectiveSetting): string[] {
  const text = typeof value === 'string' && /^\S(.*\S)?$/.test(value) ? value : JSON.stringify(value);
  const from = sourceText(source);
  return [harmless(key), harmless(text), unused === undefined ? from : `${from}, no effect: ${unused}`];
}

function sourceText(source: SettingSource): string {
  switch (source.type) {
    case 'default':
      return 'default';
    case 'user':
    case 'project':
      return `${source.type} ${harmless(source.file)}:${source.line}`;
    case 'environment':
      return `environment ${source.variable}`;
    case 'option':
      return `option ${source.option}`;
  }
}
