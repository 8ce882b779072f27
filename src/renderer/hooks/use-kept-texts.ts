import { useApp, useCommands } from './app-context.ts';

export interface KeptTexts {
  text(field: string): string;
  type(field: string, text: string): void;
}

/**
 * Texts that are typed and written nowhere yet. They are there again when their fields are, as long as the page is not loaded anew: they are kept in memory only, so that they may
 * be secrets. Those of a setting are kept `of` its `scope key`.
 */
export function useKeptTexts(of: string): KeptTexts {
  const { typeSetting } = useCommands();
  const typed = useApp((state) => state.settings.typed);
  return {
    text: (field) => typed[`${of} ${field}`]?.text ?? '',
    type: (field, text) => typeSetting(`${of} ${field}`, text === '' ? undefined : { text, refused: false }),
  };
}
