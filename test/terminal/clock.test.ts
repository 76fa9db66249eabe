import { test } from 'node:test';
import type { Instrument } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const AHEAD_MS = 60_000; // beyond what a signature may be off

const service = await startService({ clockShiftMs: AHEAD_MS });
const browser = await launchBrowser();

test('with a clock that is off, everything works and the pages say by how much', async () => {
  const page = await openTerminal(service, browser);
  await page.getByRole('alert').getByText("This computer's clock is 1 min behind the service's").waitFor();
  const [market] = await service.api().ok<Instrument[]>('GET', '/v1/markets?venue=Demo');
  await goTo(page, `/trade/${market?.instrument_id}`);
  await page.getByText(/^bid/).waitFor();
});
