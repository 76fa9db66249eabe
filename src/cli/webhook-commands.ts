import type { Command } from 'commander';
import type { NewWebhook, WebhookUpdate } from '../../sdk/src/index.ts';
import { callAdmin } from './admin-call.ts';
import { type CallingOptions, runRead, runWrite, wholeNumber, withCalling, withWatch } from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { WEBHOOK_HELP as HELP } from './help-texts.ts';
import { listView, recordView } from './output.ts';
import { columns } from './terminal-io.ts';

const COLUMNS = ['id', 'status', 'disabled_reason', 'events', 'sequence', 'url'];
const DELIVERY_COLUMNS = ['id', 'type', 'status', 'created_at', 'next_attempt_at', 'last'];
const LIST_MAX = 50;

interface WebhookOptions extends CallingOptions {
  readonly events?: string;
  readonly subaccounts?: string;
  readonly description?: string;
  readonly url?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly limit?: string;
  readonly all?: boolean;
}

/** Adds the commands for webhooks and alerts. */
export function addWebhookCommands(program: Command, run: Run): void {
  const webhook = program
    .command('webhook')
    .description('send events to an address as signed messages; needs the permission alerts');
  withWatch(webhook.command('list'))
    .option('--all', 'for operators: those of all accounts, with their keys')
    .description('list the webhooks')
    .addHelpText('after', HELP.list)
    .action((options: WebhookOptions) =>
      run((session) => (options.all === true ? listAll(session, options) : list(session, options))),
    );
  withTerms(webhook.command('create'))
    .argument('<url>', 'https, or http to this machine')
    .description('create a webhook and print its secret')
    .addHelpText('after', HELP.create)
    .action((url: string, options: WebhookOptions) => run((session) => create(session, url, options)));
  withTerms(webhook.command('change'))
    .argument('<id>')
    .option('--url <url>', 'new address')
    .option('--disable', 'send nothing more')
    .option('--enable', 'send again, from now on')
    .description('change, disable or enable a webhook')
    .addHelpText('after', HELP.change)
    .action((id: string, options: WebhookOptions) => run((session) => change(session, id, options)));
  withWatch(webhook.command('deliveries'))
    .argument('<id>')
    .option('--limit <n>', 'maximum number; default: 50')
    .description('list its messages, newest first')
    .addHelpText('after', HELP.deliveries)
    .action((id: string, options: WebhookOptions) => run((session) => deliveries(session, id, options)));
  addActions(webhook, run);
  addAlertCommands(program, run);
}

const ACTIONS = {
  test: 'send a test message',
  rotate: 'replace the secret; the former one signs too for 24 hours',
  delete: 'delete a webhook with its messages',
  replay: 'send a message again, by the id of the message',
} as const;

function addActions(webhook: Command, run: Run): void {
  for (const name of ['test', 'rotate', 'delete', 'replay'] as const) {
    withCalling(webhook.command(name))
      .argument('<id>')
      .description(ACTIONS[name])
      .addHelpText('after', HELP[name])
      .action((id: string, options: CallingOptions) =>
        run((session) =>
          runWrite(session, options, async ({ client }) => recordView(await client.webhooks[name](id))),
        ),
      );
  }
}

const withTerms = (command: Command): Command =>
  withCalling(command)
    .option('--events <a,b>', 'types of events, such as fill.created,order.updated')
    .option('--subaccounts <a,b>', 'only events of these; default: of all that the key may use')
    .option('--description <text>');

const list = (session: CliContext, options: WebhookOptions) =>
  runRead(session, options, async ({ client }) => listView(await client.webhooks.list(), COLUMNS));

const ALL_COLUMNS = ['id', 'account_id', 'key_id', 'key_valid', 'status', 'events', 'url'];

type Cell = string | boolean | readonly string[] | null;

/** Through the control socket, or from the ledger of a stopped service. */
const listAll = (session: CliContext, { output }: WebhookOptions): Promise<void> =>
  callAdmin(session, async (ask) => {
    const all = (await ask('webhook.list')) as readonly Readonly<Record<string, Cell>>[];
    if (output === 'json') return session.terminal.print(JSON.stringify(all, null, 2));
    const rows = all.map((row) => ALL_COLUMNS.map((name) => toCell(row[name] ?? null)));
    for (const line of columns([ALL_COLUMNS, ...rows])) session.terminal.print(line);
  });

const toCell = (value: Cell): string =>
  value === null ? '-' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : value.toString();

const create = (session: CliContext, url: string, options: WebhookOptions) =>
  runWrite(session, options, async ({ client }) => {
    const { events, ...terms } = toTerms(options);
    if (events === undefined) throw invalid('name the events: --events fill.created,order.updated.');
    const webhook: NewWebhook = { ...terms, url, events };
    return recordView(await client.webhooks.create(webhook));
  });

const change = (session: CliContext, id: string, options: WebhookOptions) =>
  runWrite(session, options, async ({ client }) => {
    const { url, enable, disable } = options;
    if (enable === true && disable === true) throw invalid('choose --enable or --disable.');
    const update: WebhookUpdate = { ...toTerms(options), url };
    if (enable === true) update.enabled = true;
    if (disable === true) update.enabled = false;
    return recordView(await client.webhooks.change(id, update));
  });

const deliveries = (session: CliContext, id: string, options: WebhookOptions) =>
  runRead(session, options, async ({ client }) => {
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const found = await client.webhooks.deliveries(id, { limit });
    const rows = found.map((delivery) => {
      const last = delivery.attempts.at(-1);
      return { ...delivery, last: last?.http_status ?? last?.error ?? null };
    });
    return { ...listView(rows, DELIVERY_COLUMNS), value: found };
  });

const toTerms = ({ events, subaccounts, description }: WebhookOptions) => ({
  events: events === undefined ? undefined : splitList(events),
  subaccount_ids: subaccounts === undefined ? undefined : splitList(subaccounts),
  description,
});

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

interface AlertOptions extends CallingOptions {
  readonly to: string;
  readonly subaccount?: string;
  readonly instrument?: string;
  readonly venue?: string;
  readonly price?: string;
  readonly down?: boolean;
  readonly percent?: string;
  readonly minEdge?: string;
  readonly cooldown?: string;
  readonly once?: boolean;
}

const ALERT_COLUMNS = ['id', 'when', 'to', 'fired_count', 'last_fired_at', 'once'];

function addAlertCommands(program: Command, run: Run): void {
  const alert = program
    .command('alert')
    .description('send a message to a webhook when a condition is met; needs the permission alerts');
  withWatch(alert.command('list'))
    .description('list the alerts')
    .addHelpText('after', HELP.alertList)
    .action((options: CallingOptions) =>
      run((session) =>
        runRead(session, options, async ({ client }) => listView(await client.alerts.list(), ALERT_COLUMNS)),
      ),
    );
  withCalling(alert.command('create'))
    .argument('<kind>', 'price_crossed, fill, settlement, venue_health, risk_usage or opportunity')
    .requiredOption('--to <webhooks>', 'ids of webhooks, telegram or email, separated by commas')
    .option('--subaccount <id>', 'of a fill, a settlement or a risk usage')
    .option('--instrument <id>', 'of a price, a fill or a settlement')
    .option('--venue <name>')
    .option('--price <price>', 'fires when the mark price rises to it')
    .option('--down', 'fires when the mark price falls to it')
    .option('--percent <n>', 'of a limit')
    .option('--min-edge <price>', 'smallest edge of an opportunity')
    .option('--cooldown <ms>', 'it does not fire again within this time; default: 60000')
    .option('--once', 'delete it when it fires')
    .description('create an alert')
    .addHelpText('after', HELP.alertCreate)
    .action((kind: string, options: AlertOptions) => run((session) => createAlert(session, kind, options)));
  withCalling(alert.command('delete'))
    .argument('<id>')
    .description('delete an alert')
    .addHelpText('after', HELP.alertDelete)
    .action((id: string, options: CallingOptions) =>
      run((session) =>
        runWrite(session, options, async ({ client }) => recordView(await client.alerts.delete(id))),
      ),
    );
}

const createAlert = (session: CliContext, kind: string, options: AlertOptions) =>
  runWrite(session, options, async ({ client }) => {
    const { price, down, subaccount, venue, minEdge } = options;
    const alert = {
      when: {
        kind,
        subaccount_id: subaccount,
        instrument_id: wholeNumber('--instrument', options.instrument),
        venue,
        price,
        direction: price === undefined ? undefined : down === true ? ('DOWN' as const) : ('UP' as const),
        percent: wholeNumber('--percent', options.percent),
        min_edge: minEdge,
      },
      to: splitList(options.to).map((target) => (target.startsWith('wh_') ? `webhook:${target}` : target)),
      cooldown_ms: wholeNumber('--cooldown', options.cooldown),
      once: options.once,
    };
    return recordView(await client.alerts.create(alert));
  });
