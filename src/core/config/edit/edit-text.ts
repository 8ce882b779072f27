import { isDeepStrictEqual } from 'node:util';
import { type Document, parseDocument } from 'yaml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isTree, type Tree, valueAt } from '../layer.ts';
import type { SettingValue } from './render.ts';
import { setValue } from './set-value.ts';
import { spliceAll } from './splice.ts';
import { unsetValue } from './unset-value.ts';

/** One change of a file. Without a value the setting is taken out, so that what lies below it counts. */
export interface SettingEdit {
  readonly path: readonly string[];
  readonly value?: SettingValue | undefined;
}

/**
 * Applies the edits to a YAML text in order. Comments, order and the form of everything else stay. The text must be valid.
 *
 * The smallest change of the text is tried first and taken only when it reads as intended; else the whole document is written anew, which keeps
 * comments and order but not the spacing. The error is the path of the edit that could be done neither way.
 */
export function editText(text: string, edits: readonly SettingEdit[]): Result<string, readonly string[]> {
  const unix = text.replaceAll('\r\n', '\n');
  let edited = unix;
  for (const edit of edits.flatMap((one) => keyByKey(one, valueAt(read(unix), one.path)))) {
    const next = editOne(edited, edit);
    if (next === undefined) return err(edit.path);
    edited = next;
  }
  return ok(unix === text ? edited : edited.replaceAll('\n', '\r\n'));
}

/** A map that takes the place of a map is set key by key, so that what stays in it keeps its form. */
function keyByKey({ path, value }: SettingEdit, present: unknown): readonly SettingEdit[] {
  if (!isTree(value) || !isTree(present) || Object.keys(value).length === 0) return [{ path, value }];
  const gone = Object.keys(present).filter((key) => !Object.hasOwn(value, key));
  return [
    ...gone.map((key) => ({ path: [...path, key] })),
    ...Object.entries(value).flatMap(([key, item]) => keyByKey({ path: [...path, key], value: item as SettingValue }, present[key])),
  ];
}

function editOne(text: string, edit: SettingEdit): string | undefined {
  const { path, value } = edit;
  const document = parseDocument(text);
  const before = treeOf(document);
  if (before === undefined) return undefined;
  const present = valueAt(before, path);
  if (value === undefined ? present === undefined : isDeepStrictEqual(present, value)) return text;
  const wanted = bare(value === undefined ? without(before, path) : withValue(before, path, value));
  const target = { text, root: document.contents, path };
  const splices = value === undefined ? unsetValue(target) : setValue(target, value);
  const small = splices && spliceAll(text, splices);
  if (small !== undefined && isDeepStrictEqual(read(small), wanted)) return small;
  const anew = rewritten(document, edit);
  return anew !== undefined && isDeepStrictEqual(read(anew), wanted) ? anew : undefined;
}

/** What a text says, without maps that say nothing; undefined when it is not valid. */
function read(text: string): unknown {
  const document = parseDocument(text);
  const tree = document.errors.length > 0 ? undefined : treeOf(document);
  return tree && bare(tree);
}

/** Undefined where an alias names what is not there. */
function treeOf(document: Document.Parsed): Tree | undefined {
  try {
    const value: unknown = document.toJS();
    return isTree(value) ? value : {};
  } catch (failure) {
    if (failure instanceof ReferenceError) return undefined;
    throw failure;
  }
}

function bare(tree: Tree): Tree {
  const entries = Object.entries(tree).flatMap(([key, value]) => {
    if (!isTree(value)) return [[key, value] as const];
    const inner = bare(value);
    return Object.keys(inner).length === 0 ? [] : [[key, inner] as const];
  });
  return Object.fromEntries(entries);
}

function withValue(tree: Tree, path: readonly string[], value: SettingValue): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return tree;
  const inner = tree[step];
  const next = rest.length === 0 ? value : withValue(isTree(inner) ? inner : {}, rest, value);
  return { ...tree, [step]: next };
}

function without(tree: Tree, path: readonly string[]): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return tree;
  const { [step]: inner, ...others } = tree;
  return rest.length > 0 && isTree(inner) ? { ...tree, [step]: without(inner, rest) } : others;
}

function rewritten(document: Document.Parsed, { path, value }: SettingEdit): string | undefined {
  try {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
    return document.toString({ lineWidth: 0 });
  } catch {
    return undefined;
  }
}
