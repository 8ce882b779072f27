import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type OwnFile, ownFilePrint, readOwnFile, trustedByVariable } from '../config/sources.ts';
import { createTrustStore, type TrustAnswer } from '../config/trust-store.ts';
import type { Ports } from '../lib/ports.ts';
import { projectSkillsPrint } from '../prompt/skills/skill-catalog.ts';

/** What a project brings, read once. */
export interface Looked {
  readonly own: OwnFile;
  /** Changes with every byte; `undefined` when it brings nothing. */
  readonly print: string | undefined;
}

/**
 * Whose own settings and skills are used. Projects are real paths: a folder below a trusted one is not trusted. What is trusted is what the project
 * brought when somebody said so: once a file of it has changed, it is asked about again.
 */
export interface ProjectTrust {
  /**
   * A project that brings nothing of its own has nothing to trust and counts as trusted. `looked` is what the answer is about; it is absent when the answer
   * does not depend on it.
   */
  of(project: string, given?: boolean): Promise<Result<TrustAnswer & { readonly looked?: Looked }, Problem>>;
  /** What is trusted is what was looked at, by default what `of` saw last. It may not be there any more: then it is asked about again. */
  decide(project: string, decision: TrustDecision, looked?: Looked): Promise<Result<null, Problem>>;
  /** Runs a change that a person makes to the file of a trusted project, which is trusted afterwards as it was before. A file that is new is theirs. */
  carry<T>(project: string, step: () => Promise<T>): Promise<T>;
}

export function createProjectTrust(ports: Ports): ProjectTrust {
  const store = createTrustStore(ports);
  const forNow = new Map<string, string>();

  const seen = new Map<string, Looked>();

  async function decide(project: string, decision: TrustDecision, looked?: Looked): Promise<Result<null, Problem>> {
    const { print = '' } = looked ?? seen.get(project) ?? (await look(project));
    if (decision === 'always') return store.add(project, print);
    forNow.set(project, print);
    return ok(null);
  }

  async function of(project: string, given = false): ReturnType<ProjectTrust['of']> {
    if (given || trustedByVariable(ports.environment.vars)) return ok({ trusted: true });
    const looked = await look(project);
    seen.set(project, looked);
    const { print } = looked;
    if (print === undefined || forNow.get(project) === print) return ok({ trusted: true, looked });
    const answer = await store.has(project, print);
    return answer.ok ? ok({ ...answer.value, looked }) : answer;
  }

  return {
    of,
    decide,
    carry: async (project, step) => {
      const { print } = await look(project);
      const known = print === undefined ? ok({ trusted: true }) : await store.has(project, print);
      const done = await step();
      const after = await look(project);
      if (after.print !== print) await decide(project, known.ok && known.value.trusted ? 'always' : 'session', after);
      return done;
    },
  };
}

async function look(project: string): Promise<Looked> {
  const [own, skills] = await Promise.all([readOwnFile(project), projectSkillsPrint(project)]);
  const settings = ownFilePrint(own);
  return { own, print: skills === undefined ? settings : `${settings ?? 'no settings'} ${skills}` };
}
