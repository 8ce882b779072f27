/** The module that maps every language to its grammar. */
const GRAMMARS = /[\\/]shiki[\\/]dist[\\/]langs\.mjs$/;

/** The module that maps every theme of the grammars' makers to its colours. */
const THEMES = /[\\/]@pierre[\\/]theming[\\/]dist[\\/]collections[\\/]shiki\.js$/;

/** Themes and engines the window does not use. One engine compiles WebAssembly, which the page's policy refuses. */
const UNUSED = [
  /[\\/]shiki[\\/]dist[\\/](?:wasm|engine-oniguruma)\.mjs$/,
  /[\\/]@pierre[\\/]diffs[\\/]dist[\\/]highlighter[\\/]backends[\\/]highlights\.js$/,
  /[\\/]@pierre[\\/]diffs[\\/]dist[\\/]worker[\\/]highlights-[\w-]+\.js$/,
  /[\\/]@pierre[\\/]highlights[\\/]dist[\\/]themes[\\/]loader\.js$/,
];

/** Empty as well, but asked for its list. */
const OWN_THEMES = /[\\/]@pierre[\\/]theming[\\/]dist[\\/]collections[\\/]pierre\.js$/;

/**
 * A plugin of the bundler that takes into the window only the grammars named in `languages` and the theme named for each colour scheme, and of the
 * highlighter's engines only the one in use.
 * @param {{ languages: readonly string[], themes: Readonly<Record<string, string>> }} parts
 * @returns {import('vite').Plugin}
 */
export function highlighterParts({ languages, themes }) {
  return {
    name: 'highlighter-parts',
    load: {
      filter: { id: [GRAMMARS, THEMES, OWN_THEMES, ...UNUSED] },
      handler: (id) => {
        if (GRAMMARS.test(id)) return grammarsModule(languages);
        if (THEMES.test(id)) return themesModule('shikiThemes', themes);
        return OWN_THEMES.test(id) ? themesModule('pierreThemes', {}) : 'export {};';
      },
    },
  };
}

/** Workers are handed their grammars and themes by the window. */
export const NO_PARTS = { languages: [], themes: {} };

/** @param {readonly string[]} languages */
function grammarsModule(languages) {
  const entries = languages.map((name) => `${JSON.stringify(name)}: () => import('@shikijs/langs/${name}')`);
  return `export const bundledLanguages = { ${entries.join(', ')} };`;
}

/**
 * @param {string} exported
 * @param {Readonly<Record<string, string>>} themes
 */
function themesModule(exported, themes) {
  const entries = Object.entries(themes).map(([colorScheme, name]) => {
    const parts = { name, collection: 'shiki', colorScheme };
    return `createTheme({ ...${JSON.stringify(parts)}, load: () => import('@shikijs/themes/${name}') })`;
  });
  return `import { createThemeCollection } from '../modules/createThemeCollection.js';
import { createTheme } from '../modules/createTheme.js';
export const ${exported} = createThemeCollection({ themes: [${entries.join(', ')}] });`;
}
