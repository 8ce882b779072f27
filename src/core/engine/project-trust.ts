import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { projectFilePrint, trustedByVariable } from '../config/sources.ts';
import { createTrustStore, type TrustAnswer } from '../config/trust-store.ts';
import type { Ports } from '../lib/ports.ts';

/**
 * Whose settings files are applied. Projects are real paths: a folder below a trusted one is not trusted. What is trusted are the settings as they
 * were when somebody said so: once the file has changed, it is asked about again.
 */
export interface ProjectTrust {
  /** A project without a file of its own has nothing to trust and counts as trusted. */
  of(project: string, given?: boolean): Promise<Result<TrustAnswer, Problem>>;
  decide(project: string, decision: TrustDecision): Promise<Result<null, Problem>>;
}

export function createProjectTrust(ports: Ports): ProjectTrust {
  const store = createTrustStore(ports);
  const forNow = new Map<string, string>();
  return {
    of: async (project, given = false) => {
      if (given || trustedByVariable(ports.environment.vars)) return ok({ trusted: true });
      const print = await projectFilePrint(project);
      return print === undefined || forNow.get(project) === print ? ok({ trusted: true }) : store.has(project, print);
    },
    decide: async (project, decision) => {
      const print = (await projectFilePrint(project)) ?? '';
      if (decision === 'always') return store.add(project, print);
      forNow.set(project, print);
      return ok(null);
    },
  };
}
