import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { limitOption, parseNumber, parseTime } from '../../platform/lib/command-options.ts';
import type { Cursor } from '../../platform/lib/page.ts';
import { viewDelivery, viewDeliveryDetail } from './delivery-view.ts';
import { enableWebhook } from './enabling/enable.ts';
import { getDelivery, getOwner, listDeliveries } from './log/log.ts';
import { replayDelivery, replayEvents, sendTestEvent } from './replay/replay.ts';
import type { DeliveredType, DeliveryKind, DeliveryStatus } from './schema.ts';
import { DELIVERED_TYPES, DELIVERY_KINDS, DELIVERY_STATUSES, MAX_OVERLAP_HOURS } from './schema.ts';
import { viewEnabled, viewWebhook } from './view.ts';
import * as webhooks from './webhook.ts';

const LOOK_MS = 200;
/** Longer than the longest request of a worker. */
const PATIENCE_MS = 30 * SECOND;
const PAGE = 200;
/** Of a list. */
const MAX_DELIVERIES = 10_000;

/** Of each list. A narrow terminal omits them, in this order. */
const SPARE_COLUMNS = {
  webhooks: [
    'previous_secret_until',
    'device_uuids',
    'created_at',
    'disabled_at',
    'failing_since',
    'failures_left',
    'events',
    'account_id',
    'last_error',
  ],
  deliveries: ['webhook_id', 'settled_at', 'event_id', 'kind', 'next_attempt_at'],
};

interface WebhookOption extends CommandOptions {
  webhook?: number;
}

/** For the operator: webhooks of every account. */
export function registerWebhookCommands(program: Command, run: CommandRunner): void {
  const webhook = program.command('webhook').description('webhooks and their deliveries');
  lookCommands(webhook, run);
  sendCommands(webhook, run);

  ofWebhook(
    webhook.command('enable').description('enable a disabled webhook, and send its held deliveries'),
  ).action((id: number | undefined, options: WebhookOption) =>
    run((ctx) => enable(ctx, theWebhook(id, options)), options),
  );

  ofWebhook(webhook.command('rotate-secret').description('create a new secret and print it once'))
    .option(
      '--overlap-hours <hours>',
      `hours during which the old secret also signs, 0 to ${MAX_OVERLAP_HOURS}`,
      parseOverlap,
      24,
    )
    .action((id: number | undefined, options: WebhookOption & { overlapHours: number }) =>
      run(async (ctx) => {
        const webhookId = theWebhook(id, options);
        const overlap = { overlap_hours: options.overlapHours };
        return webhooks.rotateSecret(ctx, await ownerOf(ctx, webhookId), webhookId, overlap);
      }, options),
    );

  ofWebhook(
    webhook.command('remove').description('remove a webhook; its waiting deliveries are not sent'),
  ).action((id: number | undefined, options: WebhookOption) =>
    run(async (ctx) => {
      const webhookId = theWebhook(id, options);
      await webhooks.removeWebhook(ctx, await ownerOf(ctx, webhookId), webhookId);
      return { webhook_id: webhookId, removed: true };
    }, options),
  );
}

async function enable(ctx: Context, webhookId: number) {
  const enabled = await enableWebhook(ctx, await ownerOf(ctx, webhookId), webhookId);
  const { status, failure_count, queued, missed_since } = viewEnabled(enabled, ctx.now());
  return { webhook_id: webhookId, status, failure_count, queued, missed_since };
}

interface DeliveriesOptions extends WebhookOption {
  status?: DeliveryStatus;
  event?: DeliveredType;
  kind?: DeliveryKind;
  since?: Date;
  until?: Date;
  limit: number;
}

function lookCommands(webhook: Command, run: CommandRunner): void {
  withJson(webhook.command('list').description('list all webhooks, or those of one account, without secrets'))
    .option('--account <account>', 'number of the account', parseNumber('An account'))
    .action((options: CommandOptions & { account?: number }) =>
      run(
        async (ctx) => {
          const { account } = options;
          const rows = await (account === undefined
            ? webhooks.listEveryWebhook(ctx)
            : webhooks.listAccountWebhooks(ctx, account));
          return rows.map((row) => ({ account_id: row.account_id, ...viewWebhook(row, ctx.now()) }));
        },
        { ...options, spareColumns: SPARE_COLUMNS.webhooks },
      ),
    );

  ofWebhook(webhook.command('deliveries').description('list deliveries of a webhook, newest first'))
    .addOption(new Option('--status <status>', 'only deliveries in this status').choices(DELIVERY_STATUSES))
    .addOption(new Option('--event <type>', 'only deliveries of this event').choices(DELIVERED_TYPES))
    .addOption(new Option('--kind <kind>', 'only deliveries of this kind').choices(DELIVERY_KINDS))
    .option('--since <time>', 'only deliveries created at this time or later', parseTime)
    .option('--until <time>', 'only deliveries created at this time or earlier', parseTime)
    .addOption(limitOption({ max: MAX_DELIVERIES }))
    .action((id: number | undefined, options: DeliveriesOptions) =>
      run((ctx) => deliveries(ctx, theWebhook(id, options), options), {
        ...options,
        spareColumns: SPARE_COLUMNS.deliveries,
      }),
    );

  withJson(webhook.command('attempts').description('list the attempts of a delivery, with their answers'))
    .requiredOption('--delivery <delivery>', 'number of the delivery', parseNumber('A delivery'))
    .action((options: CommandOptions & { delivery: number }) =>
      run((ctx) => attemptsOf(ctx, options.delivery), options),
    );
}

async function deliveries(ctx: Context, webhook: number, { limit, ...filter }: DeliveriesOptions) {
  const { status, event, kind, since, until } = filter;
  const owner = await ownerOf(ctx, webhook);
  const shown = [];
  let cursor: Cursor | undefined;
  do {
    const query = {
      status,
      event,
      kind,
      since,
      until,
      cursor,
      per_page: Math.min(limit - shown.length, PAGE),
    };
    const page = await listDeliveries(ctx, owner, webhook, query);
    shown.push(...page.deliveries.map(viewDelivery));
    cursor = page.next ?? undefined;
  } while (cursor && shown.length < limit);
  // An object does not fit in a table.
  return shown.map(({ last_attempt, ...delivery }) => ({
    ...delivery,
    last_status_code: last_attempt?.status_code ?? null,
    last_error: last_attempt?.error ?? null,
  }));
}

async function attemptsOf(ctx: Context, deliveryId: number) {
  const { account_id, webhook_id } = await getOwner(ctx, deliveryId);
  const { delivery, attempts } = await getDelivery(ctx, { id: account_id }, webhook_id, deliveryId);
  return viewDeliveryDetail(delivery, attempts).attempts;
}

interface ReplayOptions extends CommandOptions {
  delivery?: number;
  webhook?: number;
  since?: Date;
  until?: Date;
  all?: boolean;
}

function sendCommands(webhook: Command, run: CommandRunner): void {
  withJson(
    webhook
      .command('replay')
      .description('replay one delivery, or the events that a webhook has not received'),
  )
    .option('--delivery <delivery>', 'number of the delivery', parseNumber('A delivery'))
    .option('--webhook <webhook>', 'number of the webhook', parseNumber('A webhook'))
    .option('--since <time>', 'only events at this time or later', parseTime)
    .option('--until <time>', 'only events at this time or earlier', parseTime)
    .option('--all', 'also replay received events')
    .action((options: ReplayOptions) => run((ctx) => replay(ctx, options), options));

  ofWebhook(
    webhook.command('test').description('send a test event and show the answer of the endpoint'),
  ).action((id: number | undefined, options: WebhookOption) =>
    run((ctx) => sendTest(ctx, theWebhook(id, options)), options),
  );
}

async function replay(ctx: Context, { delivery, webhook, since, until, all }: ReplayOptions) {
  if (delivery !== undefined && webhook === undefined && since === undefined) {
    const { account_id, webhook_id } = await getOwner(ctx, delivery);
    const id = await replayDelivery(ctx, { id: account_id }, webhook_id, delivery);
    return { webhook_id, delivery_id: id };
  }
  if (delivery !== undefined || webhook === undefined || since === undefined) {
    throw new CommandError('Give --delivery ID, or --webhook ID and --since TIME.', 'invalid_usage');
  }
  if (until && until < since) {
    throw new CommandError('--until must not be before --since.', 'invalid_usage');
  }
  const owner = await ownerOf(ctx, webhook);
  let queued = 0;
  let cursor: Cursor | undefined;
  do {
    const only = all ? 'all' : 'undelivered';
    const done = await replayEvents(ctx, owner, webhook, { since, until, only, cursor });
    queued += done.queued;
    cursor = done.next ?? undefined;
  } while (cursor);
  return { webhook_id: webhook, queued };
}

/** CommandError unless the endpoint took the event: scripts check the exit code. */
async function sendTest(ctx: Context, webhookId: number) {
  const owner = await ownerOf(ctx, webhookId);
  const id = await sendTestEvent(ctx, owner, webhookId);
  const { status, attempt } = await settledTest(ctx, owner, webhookId, id);
  const { status_code = null, duration_ms = null, error = null, response = null } = attempt ?? {};
  const outcome = {
    webhook_id: webhookId,
    delivery_id: id,
    status,
    status_code,
    duration_ms,
    error,
    response,
  };
  if (status === 'delivered') return outcome;
  throw new CommandError(refusalOf(attempt), 'failed', { output: outcome });
}

/** CommandError when no worker makes the attempt. */
async function settledTest(ctx: Context, owner: { id: number }, webhookId: number, deliveryId: number) {
  const deadline = ctx.now().getTime() + PATIENCE_MS;
  for (;;) {
    const { delivery, attempts } = await getDelivery(ctx, owner, webhookId, deliveryId);
    if (delivery.status !== 'pending') return { status: delivery.status, attempt: attempts.at(-1) };
    if (ctx.now().getTime() >= deadline) {
      throw new CommandError(
        `No worker has sent delivery ${deliveryId} yet; is a gateway with the role worker running?`,
        'gateway_not_running',
      );
    }
    await wait(LOOK_MS);
  }
}

function refusalOf(attempt: { status_code: number | null; error: string | null } | undefined): string {
  if (!attempt) return 'Nothing was sent: the webhook was disabled meanwhile.';
  const { status_code, error } = attempt;
  return status_code === null
    ? `The endpoint gave no answer. ${error}`
    : `The endpoint answered ${status_code}; only 2xx is a receipt.`;
}

async function ownerOf(ctx: Context, webhookId: number): Promise<{ id: number }> {
  const { account_id } = await webhooks.getAnyWebhook(ctx, webhookId);
  return { id: account_id };
}

function withJson(command: Command): Command {
  return command.option('--json', 'one line of JSON');
}

function ofWebhook(command: Command): Command {
  const parse = parseNumber('A webhook');
  return withJson(command)
    .argument('[webhook]', 'number of the webhook', parse)
    .option('--webhook <webhook>', 'the same, as an option', parse);
}

function theWebhook(id: number | undefined, { webhook }: WebhookOption): number {
  const given = id ?? webhook;
  if (given === undefined)
    throw new CommandError(`Which webhook? See the numbers: ${KURIR} webhook list`, 'invalid_usage');
  return given;
}

function parseOverlap(text: string): number {
  const hours = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(hours <= MAX_OVERLAP_HOURS)) {
    throw new InvalidArgumentError(`Give whole hours from 0 to ${MAX_OVERLAP_HOURS}.`);
  }
  return hours;
}
