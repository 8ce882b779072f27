import { SECRET_SET as SET } from '../../shared/settings-report.ts';
import { isKeyName, keychainName } from './keychain-reference.ts';
import { isTree } from './layer.ts';

const SECRET_NAME = /(^|[_-])(key|token|secret|password|passwd|authorization|credentials?)$/i;
const SECRET_MAPS: ReadonlySet<string> = new Set(['headers', 'env']);

/** The value with secrets replaced by `(set)`, however deep: by the name of the setting, and inside addresses. Empty text and the name of a key in the keychain stay, so that they can be seen. */
export function mask(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mask(item, [...path, String(index)]));
  if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, mask(below, [...path, key])]));
  if (typeof value !== 'string' || value === '') return value;
  if (isSecret(path)) return isKeyName(keychainName(value) ?? '') ? value : SET;
  return maskAddress(value);
}

/** Whether a text at that path is hidden, by the name of the setting. */
export function isSecret(path: readonly string[]): boolean {
  return SECRET_NAME.test(path.at(-1) ?? '') || SECRET_MAPS.has(path.at(-2) ?? '');
}

/** An address keeps its host and path; user name, password and the values of its query may be secrets. */
function maskAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return text.replace(/^([^:]+:\/\/)[^/?#]*@/, `$1${SET}@`).replace(/([?&][^?=&#]*=)[^&#]+/g, `$1${SET}`);
}
