import { resolve } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import type { CommandInput } from '../command.ts';

/** Whose settings are asked for, and with which options. */
export function configRequest({ flags, terminal }: CommandInput): Parameters<Engine['config']> {
  const { cwd = '.', model, profile, unsafe, 'trust-project-config': trustProjectConfig } = flags;
  return [resolve(terminal.cwd, cwd), { model, profile, unsafe, configFile: configFileOf({ flags, terminal }), trustProjectConfig }];
}

/** The file that `--config` names, which is read in place of the person's own. */
export function configFileOf({ flags, terminal }: Pick<CommandInput, 'flags' | 'terminal'>): string | undefined {
  return flags.config === undefined ? undefined : resolve(terminal.cwd, flags.config);
}
