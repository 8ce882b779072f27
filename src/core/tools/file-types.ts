/** Language aliases of grep, each with the endings it covers. */
export const FILE_TYPES = {
  go: ['go'],
  ts: ['ts', 'tsx', 'mts', 'cts'],
  js: ['js', 'jsx', 'mjs', 'cjs'],
  py: ['py', 'pyi'],
  rust: ['rs'],
  java: ['java'],
  c: ['c', 'h'],
  cpp: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'h'],
  rb: ['rb'],
  php: ['php'],
  swift: ['swift'],
  kotlin: ['kt', 'kts'],
  scala: ['scala', 'sc'],
  md: ['md', 'markdown', 'mdx'],
  json: ['json', 'jsonc'],
  yaml: ['yaml', 'yml'],
  xml: ['xml'],
  html: ['html', 'htm'],
  css: ['css', 'scss', 'sass', 'less'],
  sql: ['sql'],
  sh: ['sh', 'bash', 'zsh'],
} as const satisfies Record<string, readonly string[]>;

export type FileType = keyof typeof FILE_TYPES;

export const FILE_TYPE_NAMES = Object.keys(FILE_TYPES) as [FileType, ...FileType[]];
