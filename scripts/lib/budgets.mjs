import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from './tree.mjs';

const SOURCES = ['src', 'e2e', 'bench', 'scripts'];
const LEFTOVER = /\b(TO[D]O|FIX[M]E|XX[X])\b|biome-[i]gnore|@ts-(?:[i]gnore|[e]xpect-error|[n]ocheck)/;

/**
 * What no other tool limits. Each check that finds nothing to look at says so as a fault.
 * @param {string} root
 * @returns {string[]} one sentence per fault
 */
export function overBudget(root) {
  return [...fileLength(root), ...preloadLength(root), ...guideLength(root), ...leftovers(root), ...reasons(root), ...deadLinks(root)];
}

/** @param {string} root */
function fileLength(root) {
  const files = filesBelow(root, SOURCES, /\.(?:tsx?|mjs|css)$/);
  const styles = files.filter((file) => file.endsWith('.css'));
  if (styles.length === 0 || styles.length === files.length) return ['There is no source, or no style sheet, to measure.'];
  return files.flatMap((file) => tooLong(root, file, 300));
}

/** @param {string} root */
function preloadLength(root) {
  const files = filesBelow(root, ['src/preload'], /(?<!\.test)\.ts$/);
  if (files.length !== 1) return [`src/preload has ${files.length} files; it is one file.`];
  return files.flatMap((file) => tooLong(root, file, 60));
}

/** @param {string} root */
function guideLength(root) {
  return existsSync(join(root, 'AGENTS.md')) ? tooLong(root, 'AGENTS.md', 120) : ['AGENTS.md is missing.'];
}

/**
 * @param {string} root
 * @param {string} file
 * @param {number} most
 */
function tooLong(root, file, most) {
  const lines = read(root, file).trimEnd().split('\n').length;
  return lines > most ? [`${file} has ${lines} lines; ${most} is the limit.`] : [];
}

/** @param {string} root */
function leftovers(root) {
  const files = filesBelow(root, SOURCES, /\.(tsx?|mjs|css|html)$/);
  if (files.length === 0) return ['There are no sources to search.'];
  return files.flatMap((file) =>
    read(root, file)
      .split('\n')
      .flatMap((line, index) =>
        LEFTOVER.test(line) ? [`${file}:${index + 1} leaves work behind or silences a rule: ${line.trim()}`] : [],
      ),
  );
}

/**
 * docs/dependencies.md names each runtime dependency once, as a list item that begins with its name in backquotes.
 * @param {string} root
 */
function reasons(root) {
  const wanted = Object.keys(JSON.parse(read(root, 'package.json')).dependencies ?? {});
  const file = 'docs/dependencies.md';
  if (!existsSync(join(root, file))) return [`${file} is missing.`];
  const named = [...read(root, file).matchAll(/^- `([^`]+)`: \S/gm)].map(([, name]) => String(name));
  const unexplained = wanted.filter((name) => named.filter((other) => other === name).length !== 1);
  const gone = named.filter((name) => !wanted.includes(name));
  return [
    ...unexplained.map((name) => `${file} gives ${name} no reason, or more than one.`),
    ...gone.map((name) => `${file} explains ${name}, which is not a runtime dependency.`),
  ];
}

/** @param {string} root */
function deadLinks(root) {
  const pages = filesBelow(root, ['docs'], /\.md$/).concat(['README.md', 'AGENTS.md', 'CHANGELOG.md']);
  return pages.flatMap((page) => {
    if (!existsSync(join(root, page))) return [`${page} is missing.`];
    const targets = [...read(root, page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => String(target));
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    return local
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page} links to ${target}, which is not there.`);
  });
}

/**
 * @param {string} root
 * @param {string} file
 */
function read(root, file) {
  return readFileSync(join(root, file), 'utf8');
}
