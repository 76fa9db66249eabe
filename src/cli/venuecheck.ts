import type { VenueCheck } from '../ports/venue.ts';
import { EXIT, invalid } from './failure.ts';
import { machineDeps, type Session } from './session.ts';
import { columns } from './terminal.ts';

/**
 * Looks at everything that trading at an external venue needs, without trading. It asks the venue itself,
 * beside a running service or without one; under profile sandbox that is the exchange the service runs.
 *
 * @param name  as callers write it, or its section of the settings
 * @returns     exit code 8 when something is not as it should be
 */
export async function checkVenue(
  session: Session,
  name: string,
  { json = false }: { readonly json?: boolean },
): Promise<number> {
  const { config, terminal } = session;
  const slot = (['one', 'two'] as const).find((it) => it === name || config.venues[it].name === name);
  if (slot === undefined) {
    const names = [config.venues.one.name, config.venues.two.name].join(' and ');
    throw invalid(`there is no external venue ${JSON.stringify(name)}: the names are ${names}.`);
  }
  const checks = await (await session.parts()).checkVenue(machineDeps(session), slot);
  if (checks === null) {
    throw invalid(
      `${config.venues[slot].name} is switched off. Set venues.${slot}.enabled = true, or start the service ` +
        'under profile "sandbox" to have a local exchange.',
    );
  }
  for (const line of json ? [JSON.stringify(checks, null, 2)] : tableOf(checks)) terminal.print(line);
  return checks.every(({ ok }) => ok) ? EXIT.ok : EXIT.unavailable;
}

const tableOf = (checks: readonly VenueCheck[]): readonly string[] =>
  columns(checks.map(({ name, ok, detail }) => [ok ? '✓' : '✗', name, detail]));
