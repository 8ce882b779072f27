import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, say } from './lib/run.mjs';

/**
 * Type-checks compiler projects, given as arguments, and prints one JSON line for each: its name and its faults as text.
 *
 * Only a project's own files are checked. What they import from another folder is checked where it lives, under the globals it has
 * there. One process for several projects, because most of the work is reading the same libraries.
 */
/** @type {Map<string, ts.SourceFile | undefined>} */
const libraries = new Map();
for (const project of process.argv.slice(2)) say(JSON.stringify({ project, faults: describe(check(project)) }));

/**
 * @param {string} project a folder, or its configuration file
 * @returns {readonly ts.Diagnostic[]} a project without files is a fault
 */
function check(project) {
  const file = join(ROOT, project.endsWith('.json') ? project : join(project, 'tsconfig.json'));
  /** @type {ts.Diagnostic[]} */
  const broken = [];
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (/** @type {ts.Diagnostic} */ fault) => void broken.push(fault) };
  const config = ts.getParsedCommandLineOfConfigFile(file, {}, system);
  if (config === undefined || config.errors.length > 0) return [...broken, ...(config?.errors ?? [])];
  const program = ts.createProgram({ rootNames: config.fileNames, options: config.options, host: createHost(config.options) });
  const own = config.fileNames.flatMap((name) => program.getSourceFile(name) ?? []);
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
  ];
}

/**
 * @param {ts.CompilerOptions} options
 * @returns {ts.CompilerHost} reads each library file once for all projects
 */
function createHost(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, language, ...rest) => {
    if (!name.includes('/node_modules/')) return getSourceFile(name, language, ...rest);
    const key = `${name} ${typeof language === 'object' ? language.impliedNodeFormat : ''}`;
    if (!libraries.has(key)) libraries.set(key, getSourceFile(name, language, ...rest));
    return libraries.get(key);
  };
  return host;
}

/** @param {readonly ts.Diagnostic[]} faults */
function describe(faults) {
  return ts.formatDiagnostics(faults, { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' });
}
