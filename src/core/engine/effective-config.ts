import { z } from 'zod';
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
  const report = await explainConfig({
    environment,
    paths,
    project: folder.value,
    projectTrusted: trusted,
    own: looked?.own,
    instead,
    ...options,
  });
  if (!report.ok) return report;
  const missing = await missingExtraFiles(folder.value, {
    extra_files: listAt(report.value, 'project_context.extra_files'),
    ignore_files: listAt(report.value, 'project_context.ignore_files'),
  });
  return ok({ ...report.value, warnings: [...(notice === undefined ? [] : [notice]), ...report.value.warnings, ...missing] });
}

function listAt({ settings }: ConfigReport, key: string): readonly string[] {
  return z.array(z.string()).safeParse(settings.find((setting) => setting.key === key)?.value).data ?? [];
}
