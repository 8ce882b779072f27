import type { ConfigReport } from '../../shared/config-report.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type ConfigOptions, explainConfig } from '../config/explain.ts';
import { missingExtraFiles } from '../prompt/extra-files.ts';
import type { OpenProjectOptions } from './api.ts';
import { openFolder } from './folder.ts';
import type { OpenProjectDeps } from './open-project.ts';

/** The settings that count in a folder. The same trust decides as when it is opened as a project. */
export async function effectiveConfig(
  { ports, trust }: Pick<OpenProjectDeps, 'ports' | 'trust'>,
  path: string,
  {
    trustProjectConfig,
    configFile: instead,
    ...options
  }: ConfigOptions & Pick<OpenProjectOptions, 'configFile' | 'trustProjectConfig'> = {},
): Promise<Result<ConfigReport, Problem>> {
  const { environment, paths } = ports;
  const folder = await openFolder(path, environment.home);
  if (!folder.ok) return folder;
  const answer = await trust.of(folder.value, trustProjectConfig);
  if (!answer.ok) return answer;
  const { trusted, notice, looked } = answer.value;
  const explained = await explainConfig({
    environment,
    paths,
    project: folder.value,
    projectTrusted: trusted,
    own: looked?.own,
    instead,
    ...options,
  });
  if (!explained.ok) return explained;
  const { report, config } = explained.value;
  const missing = await missingExtraFiles(folder.value, config.project_context);
  return ok({ ...report, warnings: [...(notice === undefined ? [] : [notice]), ...report.warnings, ...missing] });
}
