import { describe, expect, it } from 'vitest';
import { ok } from '../../shared/result.ts';
import { answer, setupSession } from '../testing/session-rig.ts';

const LONG = 'every word here takes about one token and no more '.repeat(25);

const SMALL = { contextWindow: 4_000, maxOutputTokens: 200 } as const;

describe('the context of a session', () => {
  it('is told source by source, calibrated with what the provider reported', async () => {
    const usage = { input: 60, output: 9, cacheRead: 0, cacheWrite: 0 };
    const rig = setupSession({
      script: () => [{ type: 'end', stop: 'complete', blocks: [{ type: 'text', text: LONG }], usage }],
      info: SMALL,
      deps: { context: async () => ok({ system: 'Be brief.', preface: [], sources: [{ kind: 'session', text: 'Today.' }] }) },
    });
    const fresh = await rig.session.context();
    expect(fresh).toMatchObject({ ok: true, value: { calibrated: false, ratio: 1, window: 4_000, threshold: 2_800, generation: 0 } });
    rig.say('Prompt 1.');
    await rig.session.idle();
    const report = await rig.session.context();
    if (!report.ok) throw new Error(report.error.message);
    const { sources, tokens, ratio, calibrated, health } = report.value;
    expect(calibrated).toBe(true);
    expect(tokens).toBeGreaterThan(60 + 240 * ratio);
    expect(sources.map(({ kind, count }) => [kind, count])).toEqual([
      ['system', 1],
      ['tools', 0],
      ['session', 1],
      ['user', 1],
      ['assistant', 1],
    ]);
    expect(sources.find(({ kind }) => kind === 'assistant')?.bytes).toBe(LONG.length);
    expect(health).toEqual({ level: 'info', label: 'stable', advice: 'continue' });
  });

  it('names instructions that came to be since, with nothing of them sent, and no others that are not there', async () => {
    const absent = ['/new.md', '/none.md'].map((path) => ({ kind: 'project_instructions', path, text: '' }) as const);
    const context = async () => ok({ system: 'Be brief.', preface: [], sources: absent });
    const rig = setupSession({ script: () => answer(''), deps: { context, changedSources: async () => new Set(['/new.md']) } });
    const report = await rig.session.context();
    const named = report.ok ? report.value.sources.filter(({ path }) => path !== undefined) : [];
    const nothing = { count: 0, bytes: 0, tokens: 0, truncated: false };
    expect(named).toEqual([{ kind: 'project_instructions', path: '/new.md', ...nothing, stale: true }]);
  });
});
