import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { filesBelow } from './tree.mjs';

/**
 * Regular expressions of the product whose time may grow faster than what they look at: a file, a page or an answer could hold the whole app up with one.
 * Looks at those that are written out; there are no exceptions. Finding none to look at is a fault.
 * @param {string} root
 * @returns {string[]} one line per fault
 */
export function slowExpressions(root) {
  const files = filesBelow(root, ['src'], /(?<!\.test)\.tsx?$/).filter((file) => !file.includes('/testing/'));
  const found = files.flatMap((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')));
  if (found.length === 0) return ['There are no regular expressions to look at.'];
  return found.flatMap(faultOf);
}

/** @typedef {{ file: string, line: number, text: string }} Expression */

/**
 * @param {string} file
 * @param {string} content
 * @returns {Expression[]}
 */
function expressionsIn(file, content) {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  /** @type {Expression[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ file, line: line + 1, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * @param {Expression} expression
 * @returns {string[]}
 */
function faultOf({ file, line, text }) {
  const end = text.lastIndexOf('/');
  const { reports } = analyse({ source: text.slice(1, end), flags: text.slice(end + 1) }, { maxReports: 1 });
  return reports.map(({ exponential, character }) => {
    const time = exponential ? 'time that doubles with each character' : 'time that grows with the square of the length';
    return `${file}:${line} ${text} takes ${time} of many ${character.literal.source}`;
  });
}
