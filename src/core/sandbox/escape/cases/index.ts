import type { EscapeCase } from '../case.ts';
import { LED_CASES, LINK_CASES, PLAN_CASES, WRITE_CASES } from './files.ts';
import { FOLLOWED_CASES } from './followed.ts';
import { CONFIG_CASES, FRESH_CASES, HOOK_CASES, WORKTREE_CASES } from './git.ts';
import { KERNEL_CASES, MOUNT_CASES, PRIVILEGE_CASES, PROC_CASES, PROCESS_CASES } from './host.ts';
import { LIMIT_CASES, NETWORK_CASES } from './network.ts';
import { REPOSITORY_CASES } from './repositories.ts';
import { SECRET_CASES, SOCKET_CASES } from './secrets.ts';

/** Every attempt, in the order of the report. */
export const ESCAPE_CASES: readonly EscapeCase[] = [
  ...WRITE_CASES,
  ...LINK_CASES,
  ...LED_CASES,
  ...PLAN_CASES,
  ...HOOK_CASES,
  ...CONFIG_CASES,
  ...FRESH_CASES,
  ...WORKTREE_CASES,
  ...REPOSITORY_CASES,
  ...SECRET_CASES,
  ...SOCKET_CASES,
  ...PROC_CASES,
  ...PROCESS_CASES,
  ...MOUNT_CASES,
  ...PRIVILEGE_CASES,
  ...KERNEL_CASES,
  ...FOLLOWED_CASES,
  ...NETWORK_CASES,
  ...LIMIT_CASES,
];
