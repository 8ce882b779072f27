import { type Appearance, appearanceSchema, DEFAULT_APPEARANCE } from '../../shared/settings.ts';

/** Where the values are kept; `electron-store` in the app. */
export interface Storage {
  get store(): unknown;
  set store(value: Record<string, unknown>);
}

export interface Theme {
  themeSource: Appearance['theme'];
  readonly shouldUseDarkColors: boolean;
}

/** How the windows look. A kept value that is not valid any more falls back to its default; the others stay. */
export class AppearanceStore {
  readonly #storage: Storage;
  readonly #theme: Theme;

  constructor(storage: Storage, theme: Theme) {
    this.#storage = storage;
    this.#theme = theme;
    theme.themeSource = this.get().theme;
  }

  get(): Appearance {
    const kept = Object(this.#storage.store) as Record<string, unknown>;
    const valid = Object.entries(kept).filter(
      ([key, value]) =>
        appearanceSchema
          .partial()
          .strict()
          .safeParse({ [key]: value }).success,
    );
    return appearanceSchema.parse({ ...DEFAULT_APPEARANCE, ...Object.fromEntries(valid) });
  }

  set(change: Partial<Appearance>): Appearance {
    const next = appearanceSchema.parse({ ...this.get(), ...change });
    this.#storage.store = next;
    this.#theme.themeSource = next.theme;
    return next;
  }

  dark(): boolean {
    return this.#theme.shouldUseDarkColors;
  }
}
