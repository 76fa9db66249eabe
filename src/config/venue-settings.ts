import type { Config } from './config.ts';
import type { Assignment, ConfigIssue } from './config-issues.ts';

/** Where each external venue is reached, and what it cannot be traded without. */
const SLOTS = {
  one: { urls: ['rest_url', 'ws_url'], needs: ['key_id', 'key_file'] },
  two: {
    urls: ['clob_url', 'gamma_url', 'data_url', 'ws_market_url', 'ws_user_url'],
    needs: ['private_key_file'],
  },
} as const;

export type Written = ReadonlyMap<string, Assignment>;

/**
 * Why an enabled external venue cannot be used as it is set: an address that the profile does not allow, an
 * unencrypted one, or a missing key.
 *
 * @param valueAt  the value of a setting by its name in the file
 */
export function externalVenueIssues(
  config: Config,
  valueAt: (name: string) => unknown,
  written: Written,
): readonly ConfigIssue[] {
  return (['one', 'two'] as const).flatMap((slot) => {
    if (!config.venues[slot].enabled) return [];
    const issue = (name: string, reason: string): ConfigIssue =>
      issueAt(`venues.${slot}.${name}`, `venues.${slot}.enabled`, written, reason);
    const urls = SLOTS[slot].urls.flatMap((name) => {
      const reason = whyNotUrl(String(valueAt(`venues.${slot}.${name}`)), config.profile);
      return reason === null ? [] : [issue(name, reason)];
    });
    const needs = SLOTS[slot].needs
      .filter((name) => valueAt(`venues.${slot}.${name}`) === '')
      .map((name) => issue(name, 'needed to trade on this venue'));
    return [...urls, ...needs];
  });
}

/** True for a host that is this machine: nothing leaves it. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function whyNotUrl(url: string, profile: Config['profile']): string | null {
  if (isLoopback(url)) return null;
  if (profile === 'sandbox') {
    return `${url} is not on this machine; profile "sandbox" reaches nothing else. Set profile = "live" to trade there`;
  }
  const isEncrypted = ['https:', 'wss:'].includes(new URL(url).protocol);
  return isEncrypted ? null : `${url} is not encrypted; a live venue is reached by https:// or wss:// only`;
}

/** At the line of the setting, or where the venue was enabled when the setting is a default. */
function issueAt(name: string, enabled: string, written: Written, reason: string): ConfigIssue {
  const at = written.get(name) ?? written.get(enabled);
  return { source: at?.source ?? 'the settings', line: at?.line ?? null, field: name, reason };
}
