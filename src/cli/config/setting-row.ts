import type { EffectiveSetting, SettingSource } from '../../shared/config-report.ts';
import { harmless } from '../style.ts';

/** Reads like the file, one setting a line, so that it can be searched with the tools for text. */
export function settingRow({ key, value, source, unused }: EffectiveSetting): string[] {
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
