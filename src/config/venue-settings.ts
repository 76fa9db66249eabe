import type { Config } from './config.ts';
import type { Assignment, ConfigIssue } from './config-issues.ts';
import type { VenueSchema } from './venue-schemas.ts';

export type Written = ReadonlyMap<string, Assignment>;

/**
 * Why an enabled venue cannot be used as configured: an address that the profile does not allow, an
 * unencrypted address, or a missing key.
 *
 * @param valueAt  returns the value of a setting by its name in the file
 */
export function venueIssues(
  config: Config,
  schemas: readonly VenueSchema[],
  valueAt: (name: string) => unknown,
  written: Written,
): readonly ConfigIssue[] {
  return Object.entries(config.venues).flatMap(([id, { driver, enabled }]) => {
    const schema = schemas.find((each) => each.driver === driver);
    if (!enabled || schema === undefined) return [];
    const issue = (name: string, reason: string): ConfigIssue =>
      issueAt(`venues.${id}.${name}`, `venues.${id}.enabled`, written, reason);
    const urls = schema.urls.flatMap((name) => {
      const reason = whyNotUrl(String(valueAt(`venues.${id}.${name}`)), config.profile);
      return reason === null ? [] : [issue(name, reason)];
    });
    const missing = schema.required
      .filter((name) => valueAt(`venues.${id}.${name}`) === '')
      .map((name) => issue(name, 'needed to trade on this venue'));
    return [...urls, ...missing];
  });
}

/** True if the host is this machine, so that no traffic leaves it. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function whyNotUrl(url: string, profile: Config['profile']): string | null {
  if (isLoopback(url)) return null;
  if (profile === 'sandbox') {
    return `${url} is not on this machine; profile "sandbox" connects to nothing else. Set profile = "live" to trade there`;
  }
  const isEncrypted = ['https:', 'wss:'].includes(new URL(url).protocol);
  return isEncrypted ? null : `${url} is not encrypted; a live venue needs https:// or wss://`;
}

/** Reported at the line of the setting, or where the venue was enabled if the setting has its default. */
function issueAt(name: string, enabled: string, written: Written, reason: string): ConfigIssue {
  const at = written.get(name) ?? written.get(enabled);
  return { source: at?.source ?? 'the settings', line: at?.line ?? null, field: name, reason };
}
