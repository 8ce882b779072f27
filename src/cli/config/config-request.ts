import { resolve } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import type { CommandInput } from '../command.ts';

/** Whose settings are asked for, and with which options. */
export function configRequest({ flags, terminal }: CommandInput): Parameters<Engine['config']> {
  const { cwd = '.', model, profile, unsafe, config, 'trust-project-config': trustProjectConfig } = flags;
  const configFile = config === undefined ? undefined : resolve(terminal.cwd, config);
  return [resolve(terminal.cwd, cwd), { model, profile, unsafe, configFile, trustProjectConfig }];
}
