import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { projectFilePrint, trustedByVariable } from '../config/sources.ts';
import { createTrustStore, type TrustAnswer } from '../config/trust-store.ts';
import type { Ports } from '../lib/ports.ts';
import { projectSkillsPrint } from '../prompt/skills/skill-catalog.ts';

/**
 * Whose own settings and skills are used. Projects are real paths: a folder below a trusted one is not trusted. What is trusted is what the project
 * brought when somebody said so: once a file of it has changed, it is asked about again.
 */
export interface ProjectTrust {
  /** A project that brings nothing of its own has nothing to trust and counts as trusted. */
  of(project: string, given?: boolean): Promise<Result<TrustAnswer, Problem>>;
  decide(project: string, decision: TrustDecision): Promise<Result<null, Problem>>;
  /** Runs a change that a person makes to the file of a trusted project, which is trusted afterwards as it was before. A file that is new is theirs. */
  carry<T>(project: string, step: () => Promise<T>): Promise<T>;
}

export function createProjectTrust(ports: Ports): ProjectTrust {
  const store = createTrustStore(ports);
  const forNow = new Map<string, string>();

  async function decide(project: string, decision: TrustDecision): Promise<Result<null, Problem>> {
    const print = (await ownPrint(project)) ?? '';
    if (decision === 'always') return store.add(project, print);
    forNow.set(project, print);
    return ok(null);
  }

  return {
    of: async (project, given = false) => {
      if (given || trustedByVariable(ports.environment.vars)) return ok({ trusted: true });
      const print = await ownPrint(project);
      return print === undefined || forNow.get(project) === print ? ok({ trusted: true }) : store.has(project, print);
    },
    decide,
    carry: async (project, step) => {
      const print = await ownPrint(project);
      const known = print === undefined ? ok({ trusted: true }) : await store.has(project, print);
      const done = await step();
      if ((await ownPrint(project)) !== print) await decide(project, known.ok && known.value.trusted ? 'always' : 'session');
      return done;
    },
  };
}

/** Changes with everything the project brings; `undefined` when that is nothing. */
async function ownPrint(project: string): Promise<string | undefined> {
  const [settings, skills] = await Promise.all([projectFilePrint(project), projectSkillsPrint(project)]);
  return skills === undefined ? settings : `${settings ?? 'no settings'} ${skills}`;
}
