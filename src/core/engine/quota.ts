import type { Problem } from '../../shared/problem.ts';
import type { QuotaReport } from '../../shared/quota.ts';
import { ok, type Result } from '../../shared/result.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import type { QuotaBook } from '../providers/quota/quota-book.ts';
import type { FolderQuotaOptions } from './api.ts';
import { budgetLimits } from './budget-limits.ts';
import { openFolder } from './folder.ts';
import type { ProjectTrust } from './project-trust.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** Where limits and spending are known. */
export interface QuotaSources {
  readonly quotas: QuotaBook;
  readonly sources: CredentialSources;
  readonly usage: UsageLedger;
}

/** What the accounts of a configuration said last, and what was spent; with `refresh` they are asked first. */
async function quotaReport(config: Config, { quotas, sources, usage }: QuotaSources, refresh: boolean): Promise<QuotaReport> {
  if (refresh) await quotas.refresh(config, sources);
  const [accounts, spent] = await Promise.all([quotas.known(config), usage.spent()]);
  return { accounts, spending: { ...spent, ...budgetLimits(config.budget) } };
}

/** As `quotaReport`, for the configuration that counts in a folder. Opens nothing. */
export async function folderQuota(
  deps: { readonly ports: Ports; readonly trust: ProjectTrust } & QuotaSources,
  path: string,
  { refresh, trustProjectConfig }: FolderQuotaOptions,
): Promise<Result<QuotaReport, Problem>> {
  const { environment, paths } = deps.ports;
  const folder = await openFolder(path, environment.home);
  if (!folder.ok) return folder;
  const answer = await deps.trust.of(folder.value, trustProjectConfig);
  if (!answer.ok) return answer;
  const { trusted, looked } = answer.value;
  const loaded = await loadConfig({ paths, environment, project: folder.value, projectTrusted: trusted, own: looked?.own });
  return loaded.ok ? ok(await quotaReport(loaded.value.config, deps, refresh)) : loaded;
}
