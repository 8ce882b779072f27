import { SECRET_SET as SET } from '../../shared/settings-report.ts';
import { maskSecrets } from '../lib/mask-secrets.ts';
import { isKeyName, keychainName } from './keychain-reference.ts';
import { isTree } from './layer.ts';

const SECRET_NAME =
  /(^|[_-])((api|access|secret|private)?key|token|secret|password|passwd|pass|passphrase|authorization|auth|credentials?|cookie)$/i;
const SECRET_MAPS: ReadonlySet<string> = new Set(['headers', 'env']);
/** Programs that are started, whose arguments somebody may have written beside them. */
const COMMANDS: ReadonlySet<string> = new Set(['command', 'exec', 'subcommand']);

/**
 * The value with secrets replaced by `(set)`, however deep: by the name of the setting or the option, and inside addresses. Empty text and the name of a
 * key in the keychain stay, so that they can be seen.
 */
export function mask(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => maskItem(item, value[index - 1], [...path, String(index)]));
  if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, mask(below, [...path, key])]));
  if (typeof value !== 'string' || value === '') return value;
  if (isSecret(path)) return isKeyName(keychainName(value) ?? '') ? value : SET;
  return COMMANDS.has(path.at(-1) ?? '') ? maskSecrets(value, [], SET) : maskAddress(value);
}

/** Whether a text at that path is hidden, by the name of the setting. */
export function isSecret(path: readonly string[]): boolean {
  return isSecretName(path.at(-1) ?? '') || SECRET_MAPS.has(path.at(-2) ?? '');
}

/** Also where words are joined by capitals. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z0-9])([A-Z])/g, '$1-$2'));
}

/** Options whose value is a header or a variable with its name. */
const PAIR_OPTION = /^(-H|-e|--?headers?|--?env)$/;
/** Options whose value is a user, and behind a colon the password. */
const USER_OPTION = /^(-u|-U|--user|--proxy-user)$/;
const OPTION = /^--?([A-Za-z][\w-]*)$/;
/** An option or a variable with its value, or a header. */
const NAMED = /^(-{0,2})([A-Za-z][\w.-]*)([=:]\s*)(\S.*)$/s;

/** A list may be the arguments of a program: what follows an option that is called like a secret is one. */
function maskItem(item: unknown, before: unknown, path: readonly string[]): unknown {
  if (typeof item !== 'string' || item === '') return mask(item, path);
  const option = typeof before === 'string' ? before : '';
  if (isSecretName(OPTION.exec(option)?.[1] ?? '') && !OPTION.test(item)) return SET;
  if (USER_OPTION.test(option) && item.includes(':')) return `${item.slice(0, item.indexOf(':'))}:${SET}`;
  const [, dashes = '', name = '', sign = '', value = ''] = NAMED.exec(item) ?? [];
  if (name === '' || value.startsWith('//')) return maskSecrets(maskAddress(item), [], SET);
  if (isSecretName(name) || PAIR_OPTION.test(option)) return `${dashes}${name}${sign}${SET}`;
  return `${dashes}${name}${sign}${maskItem(value, dashes + name, path)}`;
}

/** An address keeps its host and path; user name, password and the values of its query may be secrets. */
function maskAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return text.replace(/^([^:]+:\/\/)[^/?#]*@/, `$1${SET}@`).replace(/([?&#][^?=&#]*=)[^&#]+/g, `$1${SET}`);
}
