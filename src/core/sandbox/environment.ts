import type { SandboxConfig } from '../config/schema.ts';

const KEPT = new Set([
  ...['PATH', 'HOME', 'TERM', 'LANG', 'TZ', 'SSH_AUTH_SOCK', 'EDITOR', 'VISUAL', 'SHELL', 'USER', 'LOGNAME'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS', 'GIT_SSL_CAINFO'],
  ...['GOFLAGS', 'GOPROXY', 'GOPRIVATE', 'GOSUMDB', 'GONOSUMDB', 'GOTOOLCHAIN', 'GOPATH', 'GOCACHE', 'GOMODCACHE'],
  ...['CARGO_HOME', 'RUSTUP_HOME', 'NODE_OPTIONS', 'PYTHONPATH', 'VIRTUAL_ENV', 'PYENV_ROOT', 'JAVA_HOME'],
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'COLORTERM', 'NO_COLOR', 'TERM_PROGRAM'],
]);

type EnvironmentRules = Pick<SandboxConfig, 'env_passthrough' | 'env_passthrough_all'>;

/** What a command may know of the host's environment. Credentials are kept out by not being on the list, not by the look of their name. */
export function filterEnvironment(
  vars: Readonly<Record<string, string | undefined>>,
  rules: EnvironmentRules,
): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(vars)) {
    if (value !== undefined && isKept(name, rules)) env[name] = value;
  }
  return env;
}

const PROXIES = /^(http|https|ftp|all|no)_proxy$/i;

/** For commands that do not share the host's network: its proxies are out of reach. */
export function withoutProxies(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !PROXIES.test(name)));
}

function isKept(name: string, rules: EnvironmentRules): boolean {
  if (rules.env_passthrough_all || KEPT.has(name) || name.startsWith('LC_')) return true;
  return rules.env_passthrough.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule));
}
