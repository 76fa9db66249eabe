import type { Config } from './config.ts';
import { isLoopbackUrl } from './parse-config.ts';

/** Environment variables, as `process.env` holds them. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** One proxy and the hosts that are reached through it. */
export interface UsedProxy {
  readonly proxy: string; // without the user and the password
  readonly hosts: readonly string[];
}

/** Plain and encrypted targets have separate variables, as for other programs. */
const VARIABLES: Readonly<Record<string, 'http_proxy' | 'https_proxy'>> = {
  'http:': 'http_proxy',
  'ws:': 'http_proxy',
  'https:': 'https_proxy',
  'wss:': 'https_proxy',
};

/**
 * The proxy of an outgoing connection by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in lower case before upper case. A target
 * on this machine is always reached directly.
 *
 * Throws for a variable that is not the URL of an HTTP proxy; the message does not contain its value.
 *
 * @returns  null for a direct connection
 */
export function findProxy(target: string, variables: ProxyVariables = process.env): URL | null {
  const { protocol, hostname, port } = new URL(target);
  const name = VARIABLES[protocol];
  const value = name === undefined ? '' : readVariable(variables, name);
  if (name === undefined || value === '' || isLoopbackUrl(target)) return null;
  const portUsed = port === '' ? (name === 'https_proxy' ? '443' : '80') : port;
  if (isExcepted(hostname, portUsed, readVariable(variables, 'no_proxy'))) return null;
  const url = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new Error(
      `${name.toUpperCase()} is not the URL of an HTTP proxy, such as http://proxy.example:3128`,
    );
  return new URL(url);
}

/** The proxies through which the enabled venues of this machine's settings are reached. Throws as `findProxy` does. */
export function findUsedProxies(
  { venues }: Pick<Config, 'venues'>,
  variables: ProxyVariables,
): readonly UsedProxy[] {
  const urls = Object.values(venues)
    .filter(({ enabled }) => enabled)
    .flatMap((venue) => Object.values(venue))
    .filter((value) => typeof value === 'string' && /^(?:http|ws)s?:\/\//.test(value));
  const hosts = new Map<string, Set<string>>();
  for (const url of urls as readonly string[]) {
    const proxy = findProxy(url, variables);
    if (proxy !== null)
      hosts.set(proxy.origin, (hosts.get(proxy.origin) ?? new Set()).add(new URL(url).host));
  }
  return [...hosts].map(([proxy, names]) => ({ proxy, hosts: [...names] }));
}

const readVariable = (variables: ProxyVariables, name: string): string =>
  (variables[name] || variables[name.toUpperCase()] || '').trim();

/** An entry is a host with the hosts below it, optionally with a port; `*` is every host. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  const host = toBareHost(hostname);
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = entry, onlyPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
    const suffix = toBareHost(name.replace(/^\*?\./, ''));
    if (suffix === '' || onlyPort !== port) return false;
    return suffix === '*' || host === suffix || host.endsWith(`.${suffix}`);
  });
}

const toBareHost = (name: string): string => name.toLowerCase().replace(/^\[|\]$|\.$/g, '');
