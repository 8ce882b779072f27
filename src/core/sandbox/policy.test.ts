import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import { hiddenPaths, type PolicyInput, sandboxPolicy } from './policy.ts';
import { NO_REPOSITORIES } from './repositories.ts';

function policy(sandbox: object = {}, more: Partial<PolicyInput> = {}) {
  const config = configSchema.parse({ sandbox }).sandbox;
  const environment = { vars: { DOCKER_HOST: 'unix:///run/docker.sock' }, home: '/home/ana', platform: 'linux' } as const;
  return sandboxPolicy({
    root: '/code/app',
    access: 'write',
    notes: [],
    tmp: '/state/tmp',
    cache: '/state/cache',
    repositories: NO_REPOSITORIES,
    overlays: [],
    mounts: [],
    config,
    writablePaths: [],
    environment,
    hidden: hiddenPaths({ config, environment, docker: more.docker, own: { config: '/c', state: '/s', cache: '/k' } }),
    ...more,
  });
}

const docker = (paths: readonly string[]) => paths.filter((path) => /docker/.test(path) && !path.endsWith('config.json'));

test('the sockets of Docker are hidden unless permissions.docker says otherwise; its credentials always are', () => {
  const [shut, open] = [policy(), policy({}, { docker: true })];
  expect([docker(shut.unreadable), shut.env.DOCKER_HOST]).toEqual([
    ['/run/docker.sock', '/home/ana/.docker/run', '/home/ana/.docker/desktop'],
    undefined,
  ]);
  expect([docker(open.unreadable), open.env.DOCKER_HOST]).toEqual([[], 'unix:///run/docker.sock']);
  expect(open.unreadable).toContain('/home/ana/.docker/config.json');
});

test('the cache is private unless the host’s is asked for', () => {
  expect([policy(), policy({ bind_host_cache: true })].map(({ cache, cacheTarget }) => [cache, cacheTarget])).toEqual([
    ['/state/cache', '/home/ana/.cache'],
    ['/home/ana/.cache', '/home/ana/.cache'],
  ]);
});
