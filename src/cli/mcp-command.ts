import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Command } from 'commander';
import { systemClock } from '#platform';
import { withCalling, withSubaccount } from './api-calls.ts';
import { allowWrite, asking, type ConnectOptions, connect } from './api-connection.ts';
import { type CliContext, type Run, version } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';

interface McpCommandOptions extends ConnectOptions {
  readonly allowTrading?: boolean;
}

/** Adds the command mcp, which serves the tools of the Model Context Protocol over standard input and output. */
export function addMcpCommand(program: Command, run: Run): void {
  withSubaccount(withCalling(program.command('mcp')))
    .option('--allow-trading', 'offer the tools that place and cancel orders; needs a key of the kind agent')
    .description('serve MCP tools for an AI agent over standard input and output')
    .addHelpText('after', HELP.mcp)
    .action((options: McpCommandOptions) => run((session) => serveMcp(session, options)));
}

/** Serves until the client closes standard input. Nothing but the protocol is written to standard output. */
async function serveMcp(session: CliContext, options: McpCommandOptions): Promise<void> {
  // Loaded here: they are a third of what every other command would load.
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('#mcp');
  const connection = connect(session, options);
  const { client } = connection;
  const allowTrading = options.allowTrading === true;
  if (allowTrading) await allowWrite(connection);
  const account = await asking(() => client.account.get());
  if (allowTrading && account.agent === null)
    throw invalid('--allow-trading needs a key of the kind agent: crossbook key new --kind agent');
  const clockOffsetMs = account.server_time - systemClock.now(); // tokens expire by the clock of the service
  const context = {
    client,
    account,
    subaccountId: await connection.subaccount(),
    now: () => systemClock.now() + clockOffsetMs,
    randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
  const ended = once(process.stdin, 'close');
  const served = serveStdio(() => createMcpServer(context, { version: version(), allowTrading }), {
    onerror: (error) => session.terminal.notify(`mcp: ${error.message}`),
  });
  await ended;
  await served.close();
}
