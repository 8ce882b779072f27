import { getFiletypeFromFileName, type SupportedLanguages } from '@pierre/diffs';
import highlighter from './highlighter.json';

/** Languages whose grammars are in the bundle; the build takes the same list. */
const SHIPPED: ReadonlySet<string> = new Set(highlighter.languages);

/** Names that fences and file endings use, and close relatives that colour well enough. */
const ALIASES: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c#': 'csharp',
  'c++': 'cpp',
  cmd: 'bat',
  console: 'shellscript',
  dockerfile: 'docker',
  golang: 'go',
  makefile: 'make',
  mdx: 'markdown',
  'objective-cpp': 'cpp',
  postcss: 'css',
  properties: 'ini',
  protobuf: 'proto',
  sass: 'scss',
  sh: 'shellscript',
  shell: 'shellscript',
  shellsession: 'shellscript',
  tf: 'terraform',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** The language to colour a file in, by its name; `text` where there is no grammar for it. */
export function languageOfFile(path: string): SupportedLanguages {
  return shippedLanguage(getFiletypeFromFileName(path)) ?? 'text';
}

/** The language a fence names: by its name, or by the ending of a file. */
export function languageOfFence(name: string): SupportedLanguages {
  return shippedLanguage(name.toLowerCase()) ?? languageOfFile(`fence.${name}`);
}

function shippedLanguage(name: string): SupportedLanguages | undefined {
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  return isShipped(known) ? known : undefined;
}

function isShipped(name: string | undefined): name is SupportedLanguages {
  return name !== undefined && SHIPPED.has(name);
}
