import { createContext, useContext } from 'react';
import type { Appearance } from '../../shared/settings.ts';

const ThemeContext = createContext<Appearance['theme']>('system');

export const ThemeProvider = ThemeContext.Provider;

/** The theme a person chose, for parts that draw with colours of their own. */
export function useThemeChoice(): Appearance['theme'] {
  return useContext(ThemeContext);
}
