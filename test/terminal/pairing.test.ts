import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/test-service.ts';
import { launchBrowser, pairingLink } from './terminal-browser.ts';

const service = await startService();
const browser = await launchBrowser();

test('a link opens the terminal with a key that the page cannot extract', async () => {
  const page = await browser.newPage();
  await page.goto(await pairingLink(service));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  assert.equal(new URL(page.url()).hash.includes('pair'), false, 'the code is removed from the URL');
  assert.equal(await page.evaluate(READ_EXTRACTABLE), false);
  await page.reload();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
});

test('a used link is rejected with a message', async () => {
  const link = await pairingLink(service);
  const first = await browser.newPage();
  await first.goto(link);
  await first.getByRole('navigation', { name: 'Pages' }).waitFor();
  const context = await browser.newContext();
  const second = await context.newPage();
  await second.goto(link);
  assert.match(await second.getByRole('alert').innerText(), /used already or is too old/);
});

test('a key can be pasted in place of a link', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByLabel('Key id').fill(service.key.key_id);
  await page.getByLabel('Private key').fill('not a key');
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText('not a base64 seed').waitFor();
  await page.getByLabel('Private key').fill(service.key.private_key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
});

test('the page loads only content of the service and runs no inline script', async () => {
  const answer = await fetch(service.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    assert.ok(policy.includes(rule), rule);
  assert.equal(/unsafe/.test(policy), false);
  const again = (await fetch(service.url)).headers.get('content-security-policy');
  assert.notEqual(again, policy, 'each page has its own nonce');
});

test('text cannot become markup or a foreign script in the page, and the page itself needs neither', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(await pairingLink(service));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
  assert.ok(links.length >= 6);
  for (const link of links) {
    await link.click();
    await page.locator('main :visible').first().waitFor();
  }
  assert.deepEqual(
    problems.filter((text) => /trusted|Content Security Policy/i.test(text)),
    [],
  );
  const refused = await page.evaluate(`['<img src=x>', '<script>1</script>'].map((text) => {
    try { document.body.innerHTML = text; return 'accepted'; } catch (error) { return error.name; }
  }).concat(['https://example.com/a.js', '/v1/time', 'data:text/javascript,1'].map((url) => {
    try { new Worker(url).terminate(); return 'accepted'; } catch (error) { return error.name; }
  }))`);
  assert.deepEqual(
    refused,
    Array.from({ length: 5 }, () => 'TypeError'),
  );
});

test('pairing accepts only JSON requests from this machine', async () => {
  const body = JSON.stringify({ code: 'x', public_key: service.key.key_id });
  const post = (headers: Record<string, string>) =>
    fetch(`${service.url}/pair`, { method: 'POST', headers, body });
  assert.equal((await post({ 'content-type': 'text/plain' })).status, 415);
  assert.equal((await post({ 'content-type': 'application/json' })).status, 422);
});

/** Runs in the page; true if the stored key could be extracted. */
const READ_EXTRACTABLE = `new Promise((resolve) => {
  const opening = indexedDB.open('crossbook', 1);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('keys').objectStore('keys').get('current');
    reading.onsuccess = () => resolve(reading.result.privateKey.extractable);
  };
})`;
