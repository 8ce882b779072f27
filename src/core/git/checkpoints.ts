import { SerialQueue } from '../../shared/serial-queue.ts';
import { removeFlatFolder } from '../lib/held-folder.ts';
import type { Clock, Logger } from '../lib/ports.ts';
import type { Changes, TreeChange, WorkTree } from './work-tree.ts';

const NAMESPACE = 'refs/steiner/checkpoints';
/** Of the same names, in a repository inside: what a checkpoint of the one around it holds there. */
const NAMESPACE_INSIDE = 'refs/steiner/inside';
/** So long is a ref inside left alone, of which the one around it is perhaps not written yet, in milliseconds. */
const SETTLED = 60 * 60 * 1_000;
/** The newest are kept; a turn takes two. */
const MOST = 1_000;
/** So many more are made before the oldest are removed together. */
const SLACK = 100;

export type CheckpointKind = 'before' | 'after' | 'rewound';

/** What a restore does, enough to take it back wherever it stopped. */
export interface RestoreStep {
  /** The tree of the files before. */
  readonly present: string;
  /** Folder of the files that it replaces, while it runs. */
  readonly aside: string;
  readonly changes: readonly TreeChange[];
}

export interface CheckpointsOptions {
  readonly tree: WorkTree;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The files of a project at the turns of its sessions, as `refs/steiner/checkpoints/<session>/<turn>/<time>-<kind>`. A ref names a tree and no commit, so that
 * no log, branch list or graph shows it; git keeps what it holds until the ref goes. A repository inside holds its part by a ref of its own. One operation at a time.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #queue = new SerialQueue();
  #swept = false;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** Keeps the files as they are now. Never rejects: a turn goes on without a checkpoint, and the reason is logged. */
  async take(session: string, turn: string, kind: CheckpointKind): Promise<string | undefined> {
    try {
      return await this.#queue.run(() => this.#keep(session, turn, kind));
    } catch (failure) {
      this.#options.logger.log('warn', 'a checkpoint was not taken', { session, turn, error: String(failure) });
      return undefined;
    }
  }

  /** The tree of the files before a turn. */
  before(session: string, turn: string): Promise<string | undefined> {
    return this.#queue.run(async () => (await this.#refs(`${NAMESPACE}/${session}/${turn}/`)).find(({ kind }) => kind === 'before')?.tree);
  }

  /** What would change if the files became those of `tree`. */
  plan(tree: string): Promise<Changes> {
    return this.#queue.run(async () => this.#options.tree.changes(await this.#options.tree.snapshot(), tree));
  }

  /** Makes the files those of `tree`. What was there is kept first. Rejects, with all files as they were, when one is saved at the same moment. `begins` is awaited before the first file is touched. */
  restore(session: string, turn: string, tree: string, begins?: (step: RestoreStep) => Promise<void>): Promise<RestoreStep> {
    return this.#queue.run(async () => {
      const files = this.#options.tree;
      const takeAway = await files.revive(await files.snapshot(), tree);
      try {
        const stamps = await files.stamps((await files.changes(await files.snapshot(), tree)).files);
        const present = await this.#keep(session, turn, 'rewound');
        const { files: changes } = await files.changes(present, tree);
        let aside = '';
        await files.apply(changes, stamps, async (folder) => {
          aside = folder;
          await begins?.({ present, aside, changes });
        });
        return { present, aside, changes };
      } catch (failure) {
        await takeAway();
        throw failure;
      }
    });
  }

  /**
   * Takes a restore back, also one that was cut off: every file of it is as before, but for those that somebody has changed since. Resolves
   * with these. Can be done again.
   */
  undo({ present, aside, changes }: RestoreStep): Promise<readonly string[]> {
    return this.#queue.run(async () => {
      const files = this.#options.tree;
      await files.putBack(changes, aside);
      const stamps = await files.stamps((await files.changes(await files.snapshot(), present)).files);
      const now = await files.snapshot();
      const since = new Map((await files.changes(present, now)).files.map((change) => [change.path, change]));
      const others = changes.filter((change) => isOther(change, since.get(change.path))).map(({ path }) => path);
      const own = new Set(changes.flatMap(({ path }) => (others.includes(path) ? [] : [path])));
      await files.apply(
        (await files.changes(now, present)).files.filter(({ path }) => own.has(path)),
        stamps,
      );
      const rest = (await files.changes(present, await files.snapshot())).files.find(({ path }) => own.has(path));
      if (rest) throw new Error(`${rest.path} could not be brought back; what was taken out of its way is in ${aside}`);
      await removeFlatFolder(aside);
      return others;
    });
  }

  /** Removes what a restore that is done, and counts, may have left behind. */
  finish({ aside }: RestoreStep): Promise<void> {
    return this.#queue.run(() => removeFlatFolder(aside));
  }

  /** Removes what `chosen` says, or with `dryRun` only counts it. */
  prune(chosen: (checkpoint: { readonly session: string; readonly time: number }) => boolean, dryRun: boolean): Promise<number> {
    return this.#queue.run(async () => {
      const refs = (await this.#refs(NAMESPACE)).filter(chosen);
      if (!dryRun) await this.#remove(this.#options.tree, refs);
      return refs.length;
    });
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#queue.run(() => this.#options.tree.close());
  }

  async #keep(session: string, turn: string, kind: CheckpointKind): Promise<string> {
    const { tree, clock } = this.#options;
    const object = await tree.snapshot();
    const name = `${session}/${turn}/${clock.now()}-${kind}`;
    await tree.hold(`${NAMESPACE}/${name}`, `${NAMESPACE_INSIDE}/${name}`);
    if (kind === 'after') await this.#removeOldest();
    return object;
  }

  async #removeOldest(): Promise<void> {
    const { tree } = this.#options;
    const refs = (await this.#refs(NAMESPACE)).toSorted((a, b) => a.time - b.time);
    const surplus = refs.length > MOST + SLACK ? refs.length - MOST : 0;
    await this.#remove(tree, refs.slice(0, surplus));
    if (surplus > 0 || !this.#swept) await this.#removeInside(refs.slice(surplus));
    this.#swept = true;
  }

  /** What repositories inside hold for checkpoints that are gone. */
  async #removeInside(there: readonly CheckpointRef[]): Promise<void> {
    const names = new Set(there.map(({ name }) => name.replace(NAMESPACE, NAMESPACE_INSIDE)));
    const settled = this.#options.clock.now() - SETTLED;
    for (const inside of this.#options.tree.inside()) {
      const refs = await this.#refs(NAMESPACE_INSIDE, inside);
      await this.#remove(
        inside,
        refs.filter(({ name, time }) => time < settled && !names.has(name)),
      );
    }
  }

  async #remove(tree: WorkTree, refs: readonly CheckpointRef[]): Promise<void> {
    if (refs.length > 0) await tree.refs(['update-ref', '--stdin'], refs.map(({ name }) => `delete ${name}\n`).join(''));
  }

  async #refs(prefix: string, tree = this.#options.tree): Promise<readonly CheckpointRef[]> {
    const output = await tree.refs(['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
    return output.toString().split('\n').flatMap(parseRef);
  }
}

/** Whether a file is neither as before a restore nor as that made it. `since` is what became of it. */
function isOther(made: TreeChange, since: TreeChange | undefined): boolean {
  return since !== undefined && since.change !== 'deleted' && (since.object !== made.object || since.mode !== made.mode);
}

interface CheckpointRef {
  readonly name: string;
  readonly session: string;
  readonly tree: string;
  readonly time: number;
  readonly kind: string;
}

function parseRef(line: string): readonly CheckpointRef[] {
  const [, tree, name, session, time, kind] = /^(\S+) (refs\/steiner\/(?:checkpoints|inside)\/([^/]+)\/.+\/(\d+)-(\w+))$/.exec(line) ?? [];
  return tree && name && session && time && kind ? [{ name, session, tree, time: Number(time), kind }] : [];
}
