/** Who knew a fact: the configuration, the provider's own list, the catalogue, the family of the model's name, the provider type. */
export type FactSource = 'config' | 'listing' | 'catalogue' | 'family' | 'provider' | 'default';

/** One thing known of a model. Without a value nobody knew it; `low` confidence is a guess that may be wrong. `note` is a whole sentence. */
export interface Fact<T> {
  readonly value?: T;
  readonly source?: FactSource;
  readonly confidence: 'high' | 'low';
  readonly note?: string;
}

/** US dollars for a million tokens. A cache tier that is absent costs as much as other input. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

/** How a model is asked. */
export type Transport = 'chat_completions' | 'messages' | 'responses' | 'claude_cli';

/** Each fact is resolved alone: the first source that knows it is taken, and no other is asked. Sizes are tokens. */
export interface ModelFacts {
  readonly contextWindow: Fact<number>;
  readonly maxOutputTokens: Fact<number>;
  /** Whether pictures can be sent. */
  readonly vision: Fact<boolean>;
  /** The provider's own words; an empty list when the model takes none. */
  readonly efforts: Fact<readonly string[]>;
  /** Whether earlier reasoning goes back with each request. */
  readonly echoBack: Fact<boolean>;
  readonly transport: Fact<Transport>;
  readonly price: Fact<ModelPrice>;
}
