import { randomBytes } from 'node:crypto';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Crossbook } from '../../sdk/src/index.ts';
import { createMcpServer } from '../../src/mcp/mcp-server.ts';
import type { Key } from './api-client.ts';

/** The result of a tool: its structured content, and the text that a model reads. */
export interface ToolResult {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

export interface McpSession {
  readonly client: Client;
  call(name: string, args?: object): Promise<ToolResult>;
  /** Moves the clock of the tokens. */
  advance(ms: number): void;
  close(): Promise<void>;
}

/** An MCP client of the official package, connected in memory to the server of this key. */
export async function openMcp(url: string, key: Key, allowTrading = true): Promise<McpSession> {
  const client = new Crossbook({ baseUrl: url, keyId: key.key_id, privateKey: key.private_key });
  const account = await client.account.get();
  let shiftMs = 0;
  const context = {
    client,
    account,
    subaccountId: 'sa_1',
    now: () => Date.now() + shiftMs,
    randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
  const server = createMcpServer(context, { version: '0.0.0', allowTrading });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const caller = new Client({ name: 'test', version: '0.0.0' });
  await server.connect(far);
  await caller.connect(near);
  return {
    client: caller,
    call: (name, args = {}) => callTool(caller, name, args),
    advance: (ms) => {
      shiftMs += ms;
    },
    close: () => caller.close(),
  };
}

/** Calls a tool. A refused call of the protocol itself is also an error result. */
export async function callTool(client: Client, name: string, args: object): Promise<ToolResult> {
  try {
    const result = await client.callTool({ name, arguments: { ...args } });
    const [first] = result.content;
    const facts: ToolResult['facts'] = { ...Object(result.structuredContent) };
    return { facts, text: first?.type === 'text' ? first.text : '', isError: result.isError === true };
  } catch (error) {
    return { facts: {}, text: String(error), isError: true };
  }
}
