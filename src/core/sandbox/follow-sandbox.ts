import type { Sandbox, SandboxDecision } from './sandbox.ts';

/** The sandbox that counts at the moment. A call that was decided by an earlier one is started, settled and explained by that one. */
export function followSandbox(current: () => Sandbox): Sandbox {
  const deciders = new WeakMap<SandboxDecision, Sandbox>();
  const used = new Set<Sandbox>();
  const of = (decision: SandboxDecision): Sandbox => deciders.get(decision) ?? current();
  return {
    state: () => current().state(),
    ready: () => current().ready(),
    async decide(session) {
      const sandbox = current();
      used.add(sandbox);
      const decision = await sandbox.decide(session);
      deciders.set(decision, sandbox);
      return decision;
    },
    wrap: (decision, command) => of(decision).wrap(decision, command),
    start: (decision, command) => of(decision).start(decision, command),
    search: (decision, search, surroundings) => of(decision).search(decision, search, surroundings),
    prepare: (decision, place) => of(decision).prepare(decision, place),
    rest: (owner) => {
      for (const sandbox of used) sandbox.rest(owner);
    },
    settle: (decision) => of(decision).settle(decision),
    refusedHosts: (decision) => of(decision).refusedHosts(decision),
    explain: (decision, failed) => of(decision).explain(decision, failed),
    async release(session) {
      for (const sandbox of used) await sandbox.release(session);
      used.clear();
    },
  };
}
