import { existsSync } from 'node:fs';
import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { projectFile, trustedByVariable } from '../config/sources.ts';
import { createTrustStore, type TrustAnswer } from '../config/trust-store.ts';
import type { Ports } from '../lib/ports.ts';

/** Whose settings files are applied. Projects are real paths: a folder below a trusted one is not trusted. */
export interface ProjectTrust {
  /** A project without a file of its own has nothing to trust and counts as trusted. */
  of(project: string, given?: boolean): Promise<Result<TrustAnswer, Problem>>;
  decide(project: string, decision: TrustDecision): Promise<Result<null, Problem>>;
}

export function createProjectTrust(ports: Ports): ProjectTrust {
  const store = createTrustStore(ports);
  const forNow = new Set<string>();
  return {
    of: async (project, given = false) => {
      const settled = given || forNow.has(project) || trustedByVariable(ports.environment.vars) || !existsSync(projectFile(project));
      return settled ? ok({ trusted: true }) : store.has(project);
    },
    decide: async (project, decision) => {
      if (decision === 'always') return store.add(project);
      forNow.add(project);
      return ok(null);
    },
  };
}
