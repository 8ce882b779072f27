import type { SessionId } from '../../shared/ids.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import { changedSince } from '../prompt/static-context.ts';
import { historyOf } from '../session/history.ts';
import type { SessionDeps } from '../session/session.ts';
import type { ToolSetOptions } from '../tools/executor.ts';
import type { Applied } from './applied-settings.ts';
import { artifactFolder } from './attach.ts';
import type { ProjectAttachments } from './attachments.ts';
import type { Children, ToolUse } from './children.ts';
import { checkpointsOf } from './open-checkpoints.ts';
import type { ProjectParts } from './project-parts.ts';
import { sessionContext } from './session-context.ts';
import { sessionModels } from './session-models.ts';
import { SessionSettings } from './session-settings.ts';
import { beginningOf, type ChildOrigin, type ChildStart, type SessionStart } from './session-start.ts';

/** What a project has for its sessions. */
export interface SessionSource {
  readonly parts: ProjectParts;
  readonly now: () => Applied;
  readonly children: Children;
  readonly attachments: ProjectAttachments;
  readonly checkpoints: Checkpoints | undefined;
}

/** A session that is opened, or made when it has a `start`. */
export interface SessionAsked {
  readonly id: SessionId;
  readonly origin: ChildOrigin | undefined;
  readonly start: SessionStart | ChildStart | undefined;
}

/** What one session of a project is made of; children get what their type has of it. */
export function sessionParts(source: SessionSource, asked: SessionAsked): Omit<SessionDeps, 'log' | 'show'> {
  const { parts, now, children, attachments, checkpoints } = source;
  const { id, origin, start } = asked;
  const { path, ports, options } = parts;
  const settings = new SessionSettings(now);
  const { approvals, modes } = now().config;
  const own: Omit<SessionDeps, 'log' | 'show'> = {
    begin: { project: path, ...beginningOf(start, modes.default) },
    clock: ports.clock,
    ids: ports.ids,
    logger: ports.logger,
    limits: settings.limits,
    turnBegins: () => settings.turnBegins(),
    ...sessionModels({ ...parts, now, pictured: (model) => attachments.pictured(model) }, children.models(id, origin)),
    context: () => sessionContext(parts, now(), children.context(id, origin)),
    changedSources: async (sources, skills) => new Set([...(await changedSince(sources)), ...(await parts.skills.changedSince(skills))]),
    tools: (mode, kept, model, side) =>
      children.tools(toolOptions(source, { id, settings }, { mode, kept, model, side }), { origin, side, kept }),
    annotatesReads: () => settings.annotatesReads,
    attach: (mode, spoken) => attachments.attach(id, mode, spoken),
    approvals: options.approvals ?? 'person',
    line: children.line(id, origin),
    book: { ...parts.approvals, home: ports.environment.home },
    approvalTimeout: approvals.timeout === 'never' ? undefined : approvals.timeout,
    checkpoints: checkpoints && checkpointsOf(checkpoints, id),
  };
  return children.deps(own, origin);
}

interface ToolsOf {
  readonly id: SessionId;
  readonly settings: SessionSettings;
}

function toolOptions({ parts, now, attachments }: SessionSource, { id, settings }: ToolsOf, use: ToolUse): ToolSetOptions {
  const { path, ports, hosts, options } = parts;
  const { sandbox, paths } = settings;
  const { mode, kept, model, side } = use;
  const { config } = now();
  return {
    session: id,
    root: path,
    mode,
    limits: config.limits,
    paths,
    sandbox,
    hosts,
    ...{ processes: ports.processes, environment: ports.environment, state: ports.paths, fetch: ports.fetch },
    artifacts: artifactFolder(path, id),
    observed: attachments.observed(id),
    keepPicture: attachments.keep,
    history: async () => historyOf(await kept()),
    settings: config,
    model,
    side,
    canDisplay: options.window ?? false,
  };
}
