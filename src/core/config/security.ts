/** Settings that decide nothing about what runs, what is reached, or where secrets go. `*` is any name; what lies below counts too. */
const HARMLESS: readonly (readonly string[])[] = [
  ['desktop_notifications'],
  ['limits'],
  ['modes'],
  ['models'],
  ['paths', 'exclude_paths'],
  ['paths', 'exclude_patterns'],
  ['providers', '*', 'timeout'],
  ['search', 'backend'],
  ['tools', '*', 'timeout'],
];

/** Everything counts that is not known to be harmless, so a new setting is marked until somebody has thought about it. */
export function isSecurityRelevant(path: readonly string[]): boolean {
  return !HARMLESS.some((prefix) => prefix.every((step, index) => path[index] !== undefined && (step === '*' || step === path[index])));
}
