import { test } from 'node:test';
import type { Instrument } from '../../sdk/src/index.ts';
import { startService } from '../support/test-service.ts';
import { goTo, launchBrowser, openTerminal } from './terminal-browser.ts';

const AHEAD_MS = 60_000; // more than the allowed clock difference of a signature

const service = await startService({ clockShiftMs: AHEAD_MS });
const browser = await launchBrowser();

test('with a wrong computer clock, requests succeed and the pages show the difference', async () => {
  const page = await openTerminal(service, browser);
  await page.getByRole('alert').getByText("This computer's clock is 1 min behind the service's").waitFor();
  const [market] = await service.api().ok<Instrument[]>('GET', '/v1/markets?venue=Demo');
  await goTo(page, `/trade/${market?.instrument_id}`);
  await page.getByText(/^bid/).waitFor();
});
