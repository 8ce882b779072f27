/** In place of a key in the configuration: the name of one in the keychain of the operating system. */
const PREFIX = 'keychain:';

/** What may follow it: names that need no quoting anywhere. */
const KEY_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const KEY_NAME_RULE = 'letters, digits, dots, dashes and underscores, at most 64';

export function isKeyName(name: string): boolean {
  return KEY_NAME.test(name);
}

/** The name that a value refers to; undefined for a value that is a key itself. */
export function keychainName(value: string): string | undefined {
  return value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
}

export function keychainReference(name: string): string {
  return `${PREFIX}${name}`;
}
