import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import { sharedPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { TestService } from '../support/test-service.ts';

/** How the database becomes unreachable, with the answer of a commit under way lost. */
const CUTS = [
  ['refuses connections', (proxy: TcpProxy) => proxy.refuse()],
  ['does not answer', (proxy: TcpProxy) => proxy.holdAnswers()],
] as const;

for (const [name, cut] of CUTS)
  test(`SIGTERM ends an owner whose database ${name}, without a second signal`, {
    skip: whyNoPostgres() ?? false,
  }, async (t) => {
    const server = await sharedPostgres();
    const url = await server.createDatabase();
    const proxy = await TcpProxy.listen(server.port);
    t.after(() => proxy.close());
    const service = new TestService({ journalUrl: url.replace(`:${server.port}/`, `:${proxy.port}/`) });
    t.after(() => service.dispose());
    await service.start();
    await service.api().ok('POST', '/v1/orders', createRestingOrder());
    cut(proxy);
    const refused = await service.api().call('POST', '/v1/orders', createRestingOrder());
    assert.equal(refused.status, 503, refused.text);
    process.kill(service.pid, 'SIGTERM');
    await until('the service has ended', () => (service.isAlive ? null : true));
    proxy.cut();
    assert.match(await service.cliOk('verify'), /hash chain is intact and the tables match/);
  });
