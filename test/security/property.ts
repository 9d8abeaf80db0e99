import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { changeFlow, createFlow } from '../../src/assistant/flows/flow.ts';
import { setSecret } from '../../src/assistant/flows/secrets/secret.ts';
import { StoreSimulation } from '../../src/assistant/flows/simulations/schema.ts';
import { storeSimulation } from '../../src/assistant/flows/simulations/simulation.ts';
import { publishFlow } from '../../src/assistant/flows/versions/version.ts';
import { createAutoReply } from '../../src/assistant/rules/auto-reply.ts';
import { CreateAutoReply } from '../../src/assistant/rules/schema.ts';
import type { Context } from '../../src/context.ts';
import { createBroadcast, pauseBroadcast } from '../../src/gateway/broadcasts/broadcast.ts';
import { startBulk } from '../../src/gateway/contacts/bulk/bulk.ts';
import { createContactBook } from '../../src/gateway/contacts/contact.ts';
import { createField } from '../../src/gateway/contacts/fields/field.ts';
import { createSegment } from '../../src/gateway/contacts/segments/segment.ts';
import { saveRates } from '../../src/gateway/costs/rates/rates.ts';
import { setHours } from '../../src/gateway/hours/hours.ts';
import type { WrittenHours } from '../../src/gateway/hours/opening.ts';
import { eraseNumber } from '../../src/gateway/people/erasure/erasure.ts';
import { registerWebhook } from '../../src/gateway/webhooks/webhook.ts';
import { createLink } from '../../src/inbox/entry-points/entry-point.ts';
import { setLogo } from '../../src/inbox/entry-points/qr/logo-store.ts';
import { CreateWidget } from '../../src/inbox/entry-points/widgets/schema.ts';
import { createWidget } from '../../src/inbox/entry-points/widgets/widget.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { createKey } from '../../src/platform/accounts/key.ts';
import { insertMedia } from '../harness/media-rows.ts';
import { noTemplates } from '../harness/no-templates.ts';
import { insertDevice, insertMessage } from '../harness/rows.ts';
import { tablesOf } from '../harness/tables.ts';
import { giveUploads } from '../harness/uploads.ts';
import { conversation } from './conversation-property.ts';
import { failedExport } from './export-property.ts';
import { judged, knowledge } from './knowledge-property.ts';
import { type Kind, LOGO } from './matrix-row.ts';
import { template } from './template-property.ts';

/** The number of no customer, so that the erasure takes nothing. */
const UNUSED = '6289999999999';

/** Ids of what an account has, one of each kind. */
export type Property = Record<Kind, string>;

const MARKET = { market: 'Indonesia', category: 'service' };
const RATE = { ...MARKET, valid_from: '2026-10-01', currency: 'IDR', amount: '120' };

/** Gives an account something of every kind. `mark` is in all texts, so that a leak is recognised. */
export async function giveProperty(ctx: Context, account: Caller, mark: string): Promise<Property> {
  const at = ctx.now();
  // Of the installation: a cap needs rates.
  await saveRates(ctx, [RATE]);
  const device = await insertDevice(ctx, account, { label: mark });
  const unpaired = await insertDevice(ctx, account, { label: mark, status: 'provisioned' });
  // Higher than the ids that a test gives, so that no other account has it.
  const public_id = 1_000_000 + device.id;
  await insertMessage(ctx, device, {
    public_id,
    status: 'sent',
    phone: phoneOf(mark),
    body: mark,
    idempotency_key: mark,
    wa_message_id: mark,
  });
  const file = await insertMedia(ctx, device, { file_name: mark });
  const subscription = { url: `https://example.com/${mark}`, events: ['device.status' as const] };
  const hook = await registerWebhook(ctx, account, subscription);
  const person = { phone: phoneOf(mark), name: mark, tags: [mark] };
  const contact = await createContactBook(ctx).upsert(account, person);
  const event = await tablesOf(ctx.db)
    .insertInto('events')
    .values({
      account_id: account.id,
      type: 'device.status',
      body: JSON.stringify({ mark }),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = await tablesOf(ctx.db)
    .insertInto('webhook_deliveries')
    .values({
      account_id: account.id,
      webhook_id: hook.id,
      event_id: event.id,
      status: 'failed',
      next_attempt_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tablesOf(ctx.db)
    .insertInto('webhook_attempts')
    .values({
      delivery_id: delivery.id,
      number: 1,
      started_at: at,
      duration_ms: 1,
      status_code: 500,
      response_excerpt: mark,
    })
    .execute();
  await setHours(ctx, account.id, device, hoursWith(mark));
  const key = await createKey(ctx, { accountId: account.id, name: mark, scope: 'read', expiresAt: null });
  return {
    device: device.device_uuid,
    'unpaired device': unpaired.device_uuid,
    template: await template(ctx, account, mark),
    message: String(public_id),
    file: String(file.publicId),
    ...(await giveUploads(ctx, account, mark)),
    webhook: String(hook.id),
    delivery: String(delivery.id),
    contact: String(contact.id),
    'contact bulk': (
      await startBulk(ctx, account, { action: 'tag', tags: [mark], contact_ids: [contact.id] })
    ).id,
    'contact field': (
      await createField(ctx, account, 'contact', { name: 'level', type: 'choice', choices: [mark] })
    ).field_uuid,
    'conversation field': (
      await createField(ctx, account, 'conversation', { name: 'tahap', type: 'choice', choices: [mark] })
    ).field_uuid,
    'contact import': await contactImport(ctx, account, mark),
    'contact segment': (await createSegment(ctx, account, { name: mark, filter: { q: mark } })).segment_uuid,
    broadcast: String(await pausedBroadcast(ctx, account, { device, mark })),
    'opt-out': await optedOut(ctx, account, mark),
    erasure: (await eraseNumber(ctx, account, UNUSED)).erasure_uuid,
    export: await failedExport(ctx, account),
    'api key': key.key_id,
    ...(await conversation(ctx, device, { mark, phone: phoneOf(mark) })),
    'auto-reply': await autoReply(ctx, account, mark),
    ...(await users(ctx, account, mark)),
    ...(await knowledge(ctx, account, mark)),
    ...(await judged(ctx, device, mark)),
    ...(await flows(ctx, account, mark)),
    'entry point': await chatLink(ctx, account, device, mark),
    widget: await widget(ctx, account, device, mark),
    tag: mark,
  };
}

/** Its undo leaves the contact as it is. */
async function contactImport(ctx: Context, account: Caller, mark: string): Promise<string> {
  const import_id = randomUUID();
  const contacts = [{ phone: phoneOf(mark), name: mark }];
  await createContactBook(ctx).upsertAll(account, { contacts, import_id });
  return import_id;
}

function hoursWith(name: string): WrittenHours {
  const day = [{ from: '09:00', to: '17:00' }];
  const weekdays = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day };
  const holidays = [{ date: '2026-12-25', name, hours: [] }];
  return { timezone: 'UTC', weekly: { ...weekdays, saturday: [], sunday: [] }, holidays };
}

async function chatLink(
  ctx: Context,
  account: Caller,
  { device_uuid }: { device_uuid: string },
  mark: string,
): Promise<string> {
  const link = { name: mark, device_uuid, text: mark, enabled: true, expires_at: null };
  const { id, entry_point_uuid } = await createLink(ctx, account, link);
  await ctx.db.transaction((tx) => setLogo(tx, { id, picture: Buffer.from(LOGO, 'base64'), now: ctx.now() }));
  return entry_point_uuid;
}

async function widget(
  ctx: Context,
  account: Caller,
  { device_uuid }: { device_uuid: string },
  mark: string,
): Promise<string> {
  const content = { name: mark, device_uuid, mode: 'button', greeting: mark, text: mark };
  const given = CreateWidget.parse({ ...content, allowed_origins: ['https://shop.example'] });
  return (await createWidget(ctx, account, given)).widget.entry_point_uuid;
}

/** A published flow with another draft, and a secret. No message starts it. */
async function flows(
  ctx: Context,
  account: Caller,
  mark: string,
): Promise<Pick<Property, 'flow' | 'flow secret' | 'flow simulation'>> {
  const start = { id: 'start', type: 'start', next: 'end', name: mark };
  const definition = { nodes: [start, { id: 'end', type: 'end' }] };
  const { flow } = await createFlow(ctx, account, { name: mark, definition });
  await publishFlow(ctx, account, flow.flow_uuid, { note: mark });
  const draft = { nodes: [start, { id: 'end', type: 'end', close: true }] };
  await changeFlow(ctx, account, flow.flow_uuid, { definition: draft });
  const { name } = await setSecret(ctx, account, { name: `key_${account.id}`, value: mark });
  const request = StoreSimulation.parse({ name: mark, messages: [{ text: mark }] });
  const { simulation_uuid } = await storeSimulation(ctx, account, flow.flow_uuid, request);
  return { flow: flow.flow_uuid, 'flow secret': name, 'flow simulation': simulation_uuid };
}

async function autoReply(ctx: Context, account: Caller, mark: string): Promise<string> {
  const content = {
    kind: 'keyword',
    enabled: false,
    name: mark,
    patterns: [mark],
    replies: [{ type: 'text', body: mark }],
  };
  return (await createAutoReply(ctx, account, CreateAutoReply.parse(content))).rule.rule_uuid;
}

/** Agents without devices: an active one with a log-in session, and an invited one. */
async function users(
  ctx: Context,
  { id: account_id }: Caller,
  mark: string,
): Promise<Pick<Property, 'user' | 'session' | 'invitation'>> {
  const at = ctx.now();
  const insertUser = (status: 'active' | 'invited') =>
    tablesOf(ctx.db)
      .insertInto('users')
      .values({
        ...{ account_id, email: `${status}.${mark}@toko.example`, name: `${status} ${mark}`, role: 'agent' },
        ...{ status, created_at: at },
      })
      .returning(['id', 'user_uuid'])
      .executeTakeFirstOrThrow();
  const [active, invited] = [await insertUser('active'), await insertUser('invited')];
  const session = await tablesOf(ctx.db)
    .insertInto('user_sessions')
    .values({
      ...{ account_id, user_id: active.id, secret_hash: randomBytes(32), secure: true },
      ...{ created_at: at, last_seen_at: at, expires_at: new Date(at.getTime() + 86_400_000) },
    })
    .returning('session_uuid')
    .executeTakeFirstOrThrow();
  return { user: active.user_uuid, session: session.session_uuid, invitation: invited.user_uuid };
}

/** The number of a customer who has written the mark, and has opted out. */
async function optedOut(ctx: Context, account: Caller, mark: string): Promise<string> {
  const phone = phoneOf(`${mark} opted out`);
  await tablesOf(ctx.db)
    .insertInto('opt_outs')
    .values({ account_id: account.id, phone, word: mark, created_at: ctx.now() })
    .execute();
  return phone;
}

/** A broadcast that can be resumed, with a recipient who can be tried again. */
async function pausedBroadcast(
  ctx: Context,
  account: Caller,
  { device, mark }: { device: { id: number; device_uuid: string }; mark: string },
): Promise<number> {
  const content = { device_uuid: device.device_uuid, name: mark, message_template: mark, tags: [mark] };
  const { id } = await createBroadcast({ ctx, templates: noTemplates }, account, content);
  await pauseBroadcast(ctx, account, id);
  await insertMessage(
    ctx,
    { id: device.id, account_id: account.id },
    {
      status: 'failed',
      phone: phoneOf(mark),
      body: mark,
      error_code: 'expired',
      broadcast_id: id,
      broadcast_place: 0,
    },
  );
  await tablesOf(ctx.db)
    .insertInto('broadcast_tallies')
    .values({ broadcast_id: id, sent: 0, failed: 1 })
    .execute();
  return id;
}

/** Ids of nothing at all. */
export function nobodysProperty(): Property {
  return {
    device: randomUUID(),
    'unpaired device': randomUUID(),
    ...{ template: '987654321012', message: '987654321012', file: '987654321012' },
    ...{ upload: randomUUID(), 'partial upload': randomUUID() },
    ...{ webhook: '987654321012', delivery: '987654321012', contact: '987654321012' },
    ...{ 'contact bulk': randomUUID(), 'contact field': randomUUID() },
    ...{ 'conversation field': randomUUID() },
    ...{ 'contact import': randomUUID(), 'contact segment': randomUUID() },
    broadcast: '987654321012',
    'opt-out': '987654321012',
    'api key': 'zzzzzzzzzzz',
    conversation: randomUUID(),
    label: randomUUID(),
    team: randomUUID(),
    gap: randomUUID(),
    'entry point': randomUUID(),
    widget: randomUUID(),
    flow: randomUUID(),
    'flow secret': 'no_such_key',
    'flow simulation': randomUUID(),
    'canned reply': randomUUID(),
    faq: randomUUID(),
    decision: randomUUID(),
    evaluation: randomUUID(),
    'test question': randomUUID(),
    document: randomUUID(),
    site: randomUUID(),
    table: randomUUID(),
    'auto-reply': randomUUID(),
    person: randomUUID(),
    erasure: randomUUID(),
    export: randomUUID(),
    'other person': randomUUID(),
    user: randomUUID(),
    session: randomUUID(),
    invitation: randomUUID(),
    tag: `tag-${randomUUID()}`,
  };
}

/** The number of the contact that `giveProperty` makes under this mark. */
export function phoneOf(mark: string): string {
  const number = createHash('sha256').update(mark).digest().readUIntBE(0, 6) % 1e11;
  return `62${String(number).padStart(11, '8')}`;
}

/** How rows without account_id belong to an account. */
const OWNERS: Record<string, string> = {
  account_id: 'select $1::bigint',
  device_id: 'select id from devices where account_id = $1',
  webhook_id: 'select id from webhooks where account_id = $1',
  broadcast_id: 'select id from broadcasts where account_id = $1',
  delivery_id: 'select id from webhook_deliveries where account_id = $1',
};

/** Every row of every table that belongs to the account, in one text per table. Its calls are no state of it. */
export async function rowsOf(ctx: Context, accountId: number): Promise<Record<string, string>> {
  const { rows: columns } = await ctx.db.query<{ table_name: string; column_name: string }>(
    {
      text: `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name = any ($1) and table_name <> 'request_log'
       order by array_position($1, column_name::text)`,
    },
    [Object.keys(OWNERS)],
  );
  const ownerColumns = new Map<string, string>();
  for (const { table_name, column_name } of columns)
    if (!ownerColumns.has(table_name)) ownerColumns.set(table_name, column_name);
  const dumps: Record<string, string> = {};
  for (const [table, column] of ownerColumns) {
    const { rows } = await ctx.db.query<{ dump: string }>(
      {
        text: `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as dump
       from ${table} t where ${column} in (${OWNERS[column]})`,
      },
      [accountId],
    );
    dumps[table] = rows[0]?.dump ?? '';
  }
  return dumps;
}
