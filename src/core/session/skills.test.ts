import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { ActiveSkill } from '../../shared/skills.ts';
import type { ModelRequest } from '../providers/provider.ts';
import { answer, calling, deferred, ID, type SessionSetup, setupSession } from '../testing/session-rig.ts';

function skill(name: string, body = `Do ${name}.`): ActiveSkill {
  return { state: 'active', name, origin: 'user', path: `/skills/${name}/SKILL.md`, body, bytes: body.length };
}

const set = (name: string, active: boolean) => ({ type: 'session.skill', session: ID, name, active }) as const;

function rigWith(setup: Partial<SessionSetup> = {}) {
  const rig = setupSession({ script: (request) => answer(request.purpose === 'compaction' ? 'So far.' : 'ok'), ...setup });
  const activate = (...skills: ActiveSkill[]) => rig.session.command(set(skills[0]?.name ?? '', true), { skills });
  const talk = async (text: string) => {
    rig.say(text);
    await rig.session.idle();
  };
  return { ...rig, activate, talk };
}

/** What each user message of a request says of skills, in short. */
function told(request: ModelRequest | undefined): readonly (readonly string[])[] {
  const users = request?.messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])) ?? [];
  return users.map((text) => [...text.matchAll(/^\[Skill (\S+): (active|inactive)/gm)].map(([, name, state]) => `${name} ${state}`));
}

describe('skills of a session', () => {
  it('are told with the next message, between notice and text, as the difference alone', async () => {
    const { activate, talk, send, requests } = rigWith();
    activate(skill('a'), skill('b'));
    await talk('one');
    await talk('two');
    send(set('a', false));
    activate(skill('c'));
    await talk('three');
    expect(told(requests.at(-1))).toEqual([['a active', 'b active'], [], ['a inactive', 'c active']]);
    const [first] = requests[0]?.messages ?? [];
    expect(first).toMatchObject({
      text: expect.stringMatching(
        /^\[Mode: build.+\]\n\n\[Skill a: active, 5 bytes.+\]\nDo a\.\n\[End of skill a\]\n\n\[Skill b: .+\n\none$/s,
      ),
    });
    const sent = requests.map(({ messages }) => JSON.stringify(messages));
    expect(sent.every((text, index) => text.startsWith((sent[index - 1] ?? '[').slice(0, -1)))).toBe(true);
  });

  it('that are taken back before anything is said leave no trace in what is sent', async () => {
    const { activate, talk, send, requests, shown } = rigWith();
    activate(skill('a'));
    send(set('a', false));
    send(set('never', false));
    await talk('one');
    expect(told(requests.at(-1))).toEqual([[]]);
    expect(fold(emptyView(), shown).items.flatMap((item) => (item.kind === 'skill' ? [[item.name, item.active]] : []))).toEqual([
      ['a', true],
      ['a', false],
    ]);
  });

  it('are told again where their text changed, and are no event where it did not', async () => {
    const { activate, talk, requests, written } = rigWith();
    activate(skill('a'));
    await talk('one');
    activate(skill('a'));
    activate(skill('a', 'Do it otherwise.'));
    await talk('two');
    expect(told(requests.at(-1))).toEqual([['a active'], ['a active']]);
    expect(written.filter(({ type }) => type === 'session.skill')).toHaveLength(2);
  });

  it('reach a running turn with what is drained into it', async () => {
    const gate = deferred();
    const { activate, say, until, session, requests } = rigWith({
      script: (_, round) => (round === 1 ? calling('c1') : answer('ok')),
      execute: async (_, { begin }) => {
        await begin();
        await gate.promise;
        return { text: 'ok', isError: false };
      },
    });
    say('one');
    await until('tool.start');
    activate(skill('a'));
    say('two');
    say('three');
    gate.resolve();
    await session.idle();
    expect(told(requests.at(-1))).toEqual([[], ['a active']]);
  });

  it('go on after a restart, also those that were not told yet', async () => {
    const first = rigWith();
    first.activate(skill('a'));
    await first.talk('one');
    first.activate(skill('b'));
    await first.session.close();
    const again = rigWith({ log: first.written });
    await again.talk('two');
    expect(told(again.requests.at(-1))).toEqual([['a active'], ['b active']]);
    expect(fold(emptyView(), await again.session.kept.events()).skills).toEqual(['a', 'b']);
  });

  it('stay in force when the turn that told of them is rewound', async () => {
    const { activate, talk, session, requests, shown } = rigWith();
    await talk('one');
    activate(skill('a'));
    await talk('two');
    const turn = shown.flatMap(({ event }) => (event.type === 'turn.start' ? [event.turn] : [])).at(-1) as TurnId;
    await session.moveLeaf({ type: 'session.rewind', turn, chat: true });
    await talk('again');
    expect(told(requests.at(-1))).toEqual([[], ['a active']]);
  });

  it('are told once more by the summary of a compaction and vanish elsewhere; undo gives back what was sent', async () => {
    const { activate, talk, send, undo, session, requests } = rigWith();
    activate(skill('a'), skill('b'));
    await talk('one');
    send(set('b', false));
    activate(skill('c'));
    for (const text of ['two', 'three', 'four', 'five', 'six']) await talk(text);
    send({ type: 'session.compact', session: ID });
    await session.idle();
    await talk('seven');
    expect(told(requests.at(-1))).toEqual([['a active', 'c active'], ...Array.from({ length: 4 }, () => [])]);
    expect(requests.at(-1)?.messages[0]).toMatchObject({ text: expect.stringMatching(/Do a\..+Do c\..+So far\.$/s) });
    await undo(1);
    await talk('eight');
    expect(told(requests.at(-1))?.slice(0, 2)).toEqual([
      ['a active', 'b active'],
      ['b inactive', 'c active'],
    ]);
    expect(told(requests.at(-1))?.slice(2).flat()).toEqual([]);
  });
});

it('the context report names each skill with its size, and those no longer in force until the next compaction', async () => {
  const { activate, talk, send, session } = rigWith({
    deps: { changedSources: async (_, skills) => new Set(skills.map(({ path }) => path).slice(1)) },
  });
  activate(skill('a'), skill('b'));
  await talk('one');
  send(set('a', false));
  activate({ ...skill('c'), bytes: 1_000_000 });
  const report = await session.context();
  const skills = report.ok ? report.value.sources.filter(({ kind }) => kind === 'skill') : [];
  expect(skills.map(({ name, bytes, truncated, stale, inactive }) => [name, bytes, truncated, stale, inactive])).toEqual([
    ['a', 5, false, false, true],
    ['b', 5, false, false, undefined],
    ['c', 5, true, true, undefined],
  ]);
  expect(skills.every(({ tokens }) => tokens > 40)).toBe(true);
});
