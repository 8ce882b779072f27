import type { ConfigReport } from '../../shared/config-report.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type ConfigOptions, explainConfig } from '../config/explain.ts';
import type { OpenProjectOptions } from './api.ts';
import { openFolder } from './folder.ts';
import type { OpenProjectDeps } from './open-project.ts';

/** The settings that count in a folder. The same trust decides as when it is opened as a project. */
export async function effectiveConfig(
  { ports, trust }: Pick<OpenProjectDeps, 'ports' | 'trust'>,
  path: string,
  { trustProjectConfig, ...options }: ConfigOptions & Pick<OpenProjectOptions, 'trustProjectConfig'> = {},
): Promise<Result<ConfigReport, Problem>> {
  const { environment, paths } = ports;
  const folder = await openFolder(path, environment.home);
  if (!folder.ok) return folder;
  const answer = await trust.of(folder.value, trustProjectConfig);
  if (!answer.ok) return answer;
  const { trusted, notice, looked } = answer.value;
  const report = await explainConfig({ environment, paths, project: folder.value, projectTrusted: trusted, own: looked?.own, ...options });
  return report.ok && notice !== undefined ? ok({ ...report.value, warnings: [notice, ...report.value.warnings] }) : report;
}
