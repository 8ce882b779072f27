import type { CrossFault } from './fault.ts';
import { type SourcedLayer, valueAt } from './layer.ts';

/** Files and folders of the person that are written whatever the project is: a repository has no say in where. */
const OF_THE_PERSON: readonly (readonly string[])[] = [
  ['diagnostics', 'dir'],
  ['diagnostics', 'capture_bodies'],
  ['logging', 'file'],
  ['logging', 'compaction_log_file'],
];

/** What a project's own file must not say. */
export function projectFaults(layers: readonly SourcedLayer[]): readonly (CrossFault & { readonly layer: SourcedLayer })[] {
  return layers
    .filter(({ origin }) => origin.type === 'project')
    .flatMap((layer) =>
      OF_THE_PERSON.filter((path) => valueAt(layer.tree, path) !== undefined).map((path) => ({
        layer,
        path,
        message: "cannot be set by a project's own file; set it in your own.",
      })),
    );
}
