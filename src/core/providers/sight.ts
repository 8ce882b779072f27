import type { ModelInfo } from './provider.ts';

type Named = Pick<ModelInfo, 'provider' | 'id' | 'vision'>;

/** Which models see pictures: what is known of them, and what was learnt since the program started. */
export class Sight {
  readonly #blind = new Set<string>();

  /** Undefined when nobody knows: then it is tried. */
  sees(model: Named): boolean | undefined {
    return this.#blind.has(nameOf(model)) ? false : model.vision;
  }

  /** It refused a picture. */
  learnBlind(model: Named): void {
    this.#blind.add(nameOf(model));
  }
}

function nameOf({ provider, id }: Named): string {
  return `${provider}/${id}`;
}
