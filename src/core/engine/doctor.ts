import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DoctorCheck } from '../../shared/ipc.ts';
import { loadConfig } from '../config/load.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';
import { createModels } from '../providers/models.ts';
import { probeSandbox, sandboxCheck } from '../sandbox/doctor.ts';
import { canBoundMemory } from '../sandbox/process-group.ts';

/** Looks at everything a turn needs, for real, and says what to do where something is missing. In a fixed order. */
export function doctor(ports: Ports): Promise<readonly DoctorCheck[]> {
  return Promise.all([sandbox(ports), git(ports), configuration(ports), stateFolder(ports)]);
}

async function sandbox(ports: Ports): Promise<DoctorCheck> {
  const { environment, processes } = ports;
  const probe = await probeSandbox({ environment, processes, project: ports.paths.state });
  if (probe.ok) return withMemory(sandboxCheck({ state: 'active', writable: [], network: 'host' }));
  return sandboxCheck({ state: 'unavailable', writable: [], network: 'host', problem: probe.error });
}

async function withMemory(check: DoctorCheck): Promise<DoctorCheck> {
  const bounded = (await canBoundMemory())
    ? 'Their memory is bounded together, by `sandbox.max_memory_gb` or three quarters of the machine.'
    : 'Their memory is not bounded together here; `sandbox.max_memory_gb` bounds each process.';
  return { ...check, message: `${check.message} ${bounded}` };
}

async function git(ports: Ports): Promise<DoctorCheck> {
  const check = { id: 'git', title: 'git' };
  const missing = { state: 'warning', message: 'git is not installed.', hint: 'Install git, for example `sudo apt install git`.' } as const;
  const env = { PATH: ports.environment.vars.PATH ?? '' };
  try {
    const spec = { command: 'git', args: ['--version'], cwd: '/', env, owner: 'doctor', label: 'git --version' };
    const started = await ports.processes.spawn(spec);
    const [version, exit] = await Promise.all([text(started.stdout), started.exited]);
    return exit.code === 0 ? { ...check, state: 'ok', message: version.trim() } : { ...check, ...missing };
  } catch (failure) {
    ports.logger.log('warn', 'git cannot be started', { error: String(failure) });
    return { ...check, ...missing };
  }
}

async function configuration(ports: Ports): Promise<DoctorCheck> {
  const check = { id: 'config', title: 'Configuration' };
  const file = join(ports.paths.config, 'config.yaml');
  const loaded = await loadConfig({ paths: ports.paths, environment: ports.environment });
  if (!loaded.ok) return { ...check, state: 'failed', message: loaded.error.message, hint: loaded.error.hint };
  const model = createModels(loaded.value.config, ports).defaultRef();
  if (!model.ok) return { ...check, state: 'warning', message: model.error.message, hint: model.error.hint };
  return { ...check, state: 'ok', message: `${file} is valid. New sessions use ${model.value}.` };
}

async function stateFolder(ports: Ports): Promise<DoctorCheck> {
  const check = { id: 'state', title: 'Session storage' };
  const folder = ports.paths.state;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return { ...check, state: 'ok', message: `Sessions are kept in ${folder}.` };
  } catch (failure) {
    const message = `Sessions cannot be kept: ${folder} is not writable (${errnoOf(failure) ?? 'unknown error'}).`;
    return { ...check, state: 'failed', message, hint: 'Make the folder writable, or set STEINER_HOME to another one.' };
  }
}
