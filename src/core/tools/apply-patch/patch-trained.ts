import type { ModelInfo } from '../../providers/provider.ts';

/** Families whose makers trained them on this patch format. */
const FAMILIES = /^(gpt-4\.1|gpt-[5-9]|gpt-oss|o[34](-|$)|codex)/i;

/** Whether `apply_patch` is worth its place in the tool list. Routers put the maker before the name. */
export function isPatchTrained({ id }: Pick<ModelInfo, 'id'>): boolean {
  return FAMILIES.test(id.slice(id.lastIndexOf('/') + 1));
}
