import type { z } from 'zod';

/** One line per fault, in words that let a model put its call right. */
export function describeFaults(error: z.ZodError, parameters: Readonly<Record<string, unknown>>): string {
  return error.issues.map((issue) => `- ${describe(issue, parameters)}`).join('\n');
}

function describe(issue: z.core.$ZodIssue, parameters: Readonly<Record<string, unknown>>): string {
  const where = issue.path.length === 0 ? '' : `${formatPath(issue.path)}: `;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${where}unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}; allowed: ${allowedFields(parameters, issue.path).join(', ')}`;
    case 'invalid_value':
      return `${where}must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? `${where}is required (${issue.expected})` : `${where}must be of type ${issue.expected}`;
    case 'too_small':
      return `${where}must ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} ${amount(issue.minimum, issue.origin)} or more`;
    case 'too_big':
      return `${where}must ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} ${amount(issue.maximum, issue.origin)} or less`;
    default:
      return `${where}${issue.message}`;
  }
}

function amount(limit: number | bigint, origin: string): string {
  const [one, many] = UNITS[origin] ?? ['', ''];
  return `${limit} ${limit === 1 ? one : many}`.trimEnd();
}

const UNITS: Readonly<Record<string, readonly [string, string]>> = { string: ['character', 'characters'], array: ['entry', 'entries'] };

/** `operations[0].path` */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
}

function allowedFields(schema: Readonly<Record<string, unknown>>, path: readonly PropertyKey[]): readonly string[] {
  let node: unknown = schema;
  for (const key of path) {
    node = typeof key === 'number' ? fieldOf(node, 'items') : fieldOf(fieldOf(node, 'properties'), String(key));
  }
  return Object.keys((fieldOf(node, 'properties') as object | undefined) ?? {});
}

function fieldOf(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && key in node ? (node as Record<string, unknown>)[key] : undefined;
}
