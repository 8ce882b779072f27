import type { SettingChange, UntrustedConfig } from '../../shared/project-trust.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { explainConfig } from './explain.ts';
import type { ConfigFault } from './fault.ts';
import { parseLayer, type Tree } from './layer.ts';
import { type Leaf, leaves } from './leaves.ts';
import { isSecurityRelevant } from './security.ts';
import { type LoadConfigOptions, type OwnFile, projectFile, readOwnFile } from './sources.ts';

/** What a project's own file would change against what counts without it. The file is read, and nothing in it is followed or expanded. */
export async function describeUntrusted(
  project: string,
  user: Pick<LoadConfigOptions, 'paths' | 'environment' | 'own'>,
): Promise<UntrustedConfig> {
  const file = projectFile(project);
  const { own: given, ...rest } = user;
  const read = given ?? (await readOwnFile(project));
  if (read.kind === 'missing') return { file, changes: [] };
  const own = treeOf(file, read);
  if (!own.ok) return { file, changes: [], error: own.error };
  const effective = await explainConfig(rest);
  const before = new Map(effective.ok ? effective.value.report.settings.map(({ key, value }) => [key, written(value)]) : []);
  const changes = leaves(own.value, []).map((leaf) => change(leaf, before));
  return { file, changes: changes.filter((one) => one.before !== one.after) };
}

function treeOf(file: string, read: Exclude<OwnFile, { kind: 'missing' }>): Result<Tree, string> {
  if (read.kind === 'unreadable') {
    const link = read.code === 'ELOOP';
    return err(link ? 'The file is a link, and links are not followed.' : `The file cannot be read (${read.code}).`);
  }
  const layer = parseLayer({ file, text: read.text });
  return layer.ok ? ok(layer.value.tree) : err(layer.error.map(faultText).join('\n'));
}

function faultText({ line, message }: ConfigFault): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

function change({ path, value }: Leaf, before: ReadonlyMap<string, string>): SettingChange {
  const key = settingKey(path);
  const old = before.get(key);
  return { key, after: written(value), security: isSecurityRelevant(path), ...(old === undefined ? {} : { before: old }) };
}

function written(value: unknown): string {
  return typeof value === 'string' && /^\S(.*\S)?$/.test(value) ? value : JSON.stringify(value);
}
