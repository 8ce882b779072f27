/** One setting that a project's own file would change. Texts are as a file would say them; the person's own secrets are `(set)`. */
export interface SettingChange {
  /** Dotted; a name that is not plain is quoted. */
  readonly key: string;
  /** Absent where nothing is set so far. */
  readonly before?: string;
  /** As it is written, so that a variable shows its name. */
  readonly after: string;
  /** It may decide what runs here, what is reached, or where secrets go. */
  readonly security: boolean;
}

/** A project's own settings that are not applied, because nobody has said that the project is trusted. */
export interface UntrustedConfig {
  readonly file: string;
  /** In the order of the file. */
  readonly changes: readonly SettingChange[];
  /** Names of the skills it brings, which are left out as well. */
  readonly skills?: readonly string[];
  /** Why the changes cannot be told, such as a file that is not valid YAML. */
  readonly error?: string;
  /** The project was trusted, and its settings have changed since. */
  readonly changed?: boolean;
  /** What happened to the list of trusted projects. */
  readonly notice?: string;
}

/** `session` is until the app or the command ends. */
export type TrustDecision = 'always' | 'session';
