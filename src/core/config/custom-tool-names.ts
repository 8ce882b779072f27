/** Tools of the product, offered or not. A custom tool cannot take their names. */
export const BUILTIN_TOOLS: readonly string[] = [
  ...[
    'advisor',
    'apply_patch',
    'bash',
    'bash_kill',
    'bash_output',
    'display_file',
    'fetch_url',
    'follow_up',
    'glob',
    'grep',
    'history',
    'ls',
    'mutate',
  ],
  ...['read', 'sub_agent', 'web_search', 'workflow_handoff'],
];

/** Model APIs take no other names. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const TAKEN_PREFIX = /^(mcp__|lsp_)/;

/** Why a custom tool cannot have that name. */
export function customToolNameFault(name: string): string | undefined {
  if (!NAME.test(name)) return 'a tool name has up to 64 letters, digits, _ and -.';
  if (BUILTIN_TOOLS.includes(name)) return 'a built-in tool has this name; choose another.';
  return TAKEN_PREFIX.test(name) ? 'names that begin so belong to tools of MCP and language servers; choose another.' : undefined;
}

/** Whether a name can be that of a tool of an MCP or language server. */
export function isForeignTool(name: string): boolean {
  return TAKEN_PREFIX.test(name);
}
