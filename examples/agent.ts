/**
 * An agent that trades through MCP: this program takes the place of the model, and calls the tools that a model is offered.
 * Its key can do no more than its policy allows (docs/mcp.md).
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const keyFile = process.argv[2] ?? 'agent.json';
const args = ['scripts/run.mjs', 'src/main.ts', 'mcp', '--key-file', keyFile, '--allow-trading'];
const agent = new Client({ name: 'example', version: '1.0.0' });
await agent.connect(new StdioClientTransport({ command: process.execPath, args }));

interface Facts {
  markets: { instrument_id: number }[];
  asks: { price: string }[];
  preview_token: string;
  totals: { max_loss: string };
  order?: { status: string };
  error?: string;
  agent: object;
}

/** Calls a tool; its facts, or those of its refusal. */
async function use(name: string, input: object): Promise<Facts> {
  const { structuredContent } = await agent.callTool({ name, arguments: { ...input } });
  return { ...Object(structuredContent) };
}

const { markets } = await use('search_markets', {
  q: 'oklahoma city',
  venue: 'Demo',
  status: 'OPEN',
  limit: 1,
});
const instrument_id = markets[0]?.instrument_id;

// What the model decides: buy five at the best offer, and look again if the book has moved meanwhile.
for (let tries = 0; tries < 10; tries += 1) {
  const { asks } = await use('get_book', { instrument_id });
  const terms = { instrument_id, side: 'BUY', outcome: 'YES', qty: '5', price: asks[0]?.price, tif: 'IOC' };
  const { preview_token, totals } = await use('preview_order', terms);
  const { order, error } = await use('place_order', { preview_token }); // it can only place what it has previewed
  console.log(`${order?.status ?? error} @ ${terms.price}, at most ${totals.max_loss} lost`);
  if (order?.status === 'FILLED') break;
}
const { agent: limits } = await use('risk_status', {});
console.log('used of the limits of the key:', limits);
await agent.close();
