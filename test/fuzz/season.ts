import type { Context } from '../../src/context.ts';
import { releaseDevice } from '../../src/gateway/devices/device.ts';
import { putPairingCode } from '../../src/gateway/devices/pairing/pairing.ts';
import { createKey, revokeKey } from '../../src/platform/accounts/key.ts';
import type { Scope } from '../../src/platform/accounts/schema.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { insertAccount, insertDevice } from '../harness/rows.ts';
import { tablesOf } from '../harness/tables.ts';
import { collectionOf } from './document.ts';
import type { KeyKind } from './hostile-http.ts';
import type { LookUp } from './json-text.ts';
import { keepFile } from './kept-file.ts';
import type { Request, SendContext } from './request.ts';

type Account = Awaited<ReturnType<typeof insertAccount>>;
type Id = string | number;

/** Ids kept per collection, the latest ones. */
const REMEMBERED = 40;
const CONNECTED = 3;
const OPTED_OUT = 3;
const HOUR_MS = 3_600_000;
/** null: the message stays queued. */
const FATES = [
  null,
  { status: 'sent' as const, wa_message_id: '3EB0FUZZ01' },
  { status: 'read' as const, wa_message_id: '3EB0FUZZ02' },
  {
    status: 'failed' as const,
    error_code: 'not_on_whatsapp',
    error_message: 'The number is not on WhatsApp.',
  },
];
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_ID = 999_999_999_999;

/** The accounts of a season: a working one, one with tight limits, a foreign one, and suspended ones. */
export interface Season extends SendContext {
  /** Stores the ids in an accepted answer. */
  learn(request: Request, body: unknown): void;
  /** Reconnects released devices, and moves messages and broadcasts on. */
  maintain(): Promise<void>;
  /** Whether the working account has a device with valid credentials. */
  hasOfficial(): boolean;
  addOfficial(uuid: string): void;
  /** Returns the numbers of official devices for later seasons. */
  close(): Promise<void>;
  /** Texts that no answer and no log line can contain. */
  secrets(): readonly string[];
}

/** The known resources of one account. */
interface Holdings {
  account: Account;
  ids: Map<string, Id[]>;
  gone: Map<string, Id[]>;
  connected: string[];
  /** Devices with valid credentials. */
  official: string[];
  /** By webhook, as texts. */
  deliveries: Map<string, Id[]>;
  /** Messages with a file. */
  files: Id[];
}

/** Opens the accounts. `name` makes the unique texts differ between seasons. */
export async function openSeason(ctx: Context, name: string): Promise<Season> {
  const own = await open(ctx, {});
  const tight = await open(ctx, { rate_per_minute: 5, monthly_quota: 3, max_devices: CONNECTED + 4 });
  const foreign = await open(ctx, {});
  const shut = { suspended: await open(ctx, {}), cancelled: await open(ctx, {}) };
  for (const [status, { account }] of Object.entries(shut)) {
    // The keys of the record are the two statuses.
    await tablesOf(ctx.db)
      .updateTable('accounts')
      .set({ status: status as keyof typeof shut })
      .where('id', '=', account.id)
      .execute();
  }
  const keys: Partial<Record<KeyKind, string>> = {
    full: await keyOf(ctx, own.account),
    send: await keyOf(ctx, own.account, 'send'),
    read: await keyOf(ctx, own.account, 'read'),
    tight: await keyOf(ctx, tight.account),
    foreign: await keyOf(ctx, foreign.account),
    revoked: await keyOf(ctx, own.account),
    expired: await keyOf(ctx, own.account),
    suspended: await keyOf(ctx, shut.suspended.account),
    cancelled: await keyOf(ctx, shut.cancelled.account),
  };
  await revokeKey(ctx, keys.revoked ?? '');
  await tablesOf(ctx.db)
    .updateTable('api_keys')
    .set({ expires_at: new Date(ctx.now().getTime() - HOUR_MS) })
    .where('id', '=', keys.expired?.split('_')[1] ?? '')
    .execute();
  keys.altered = `${keys.full?.slice(0, -4)}AAAA`;
  keys.unknown = `kurir_${'0'.repeat(11)}_${'0'.repeat(27)}`;

  const [given, latest] = [Object.values(keys), new Set<string>()];
  // A request must not revoke a key of the season.
  const kept = new Set(given.flatMap((key) => key.split('_')[1] ?? []));
  let count = 0;
  const holdingsOf = (kind: KeyKind) => (kind === 'tight' ? tight : kind === 'foreign' ? foreign : own);
  const season: Season = {
    secrets: () => [...given, ...latest],
    keyOf: (kind) => keys[kind] ?? null,
    uniqueText() {
      count += 1;
      return `${name}-${count}`;
    },
    lookUp(kind, { method, operation: { path } }, place): LookUp {
      const mine = holdingsOf(kind);
      const theirs = mine === foreign ? own : foreign;
      const find: LookUp = ({ collection, whose, pick }) => {
        if (whose === 'foreign') return idAt(theirs.ids, collection, pick);
        if (whose === 'gone') return idAt(mine.gone, collection, pick);
        const fitting = fittingIds(mine, { collection, method, path, place, before });
        // Sometimes an id that does not fit.
        const line = pick % 4 === 0 ? undefined : fitting[pick % fitting.length];
        return line ?? idAt(mine.ids, collection, pick);
      };
      let before: Id = UNKNOWN_ID;
      return (id) => {
        before = find(id);
        return before;
      };
    },
    learn(request, body) {
      const { operation, key } = request;
      if (!operation) return;
      const mine = holdingsOf(key);
      for (const found of idsIn(body, operation.collection)) {
        if (kept.has(String(found.id))) continue;
        if (request.method === 'DELETE') forget(mine, found.collection, found.id);
        else remember(mine.ids, found.collection, found.id);
      }
      for (const { webhook, delivery } of deliveriesIn(body)) remember(mine.deliveries, webhook, delivery);
      const isId = operation.path.split('/')[3]?.startsWith('{');
      const removed = request.method === 'DELETE' && isId ? request.target.split('/')[3] : undefined;
      if (removed !== undefined) forget(mine, operation.collection, removed);
      if (typeof body !== 'object' || body === null) return;
      if ('verified_name' in body && 'device_uuid' in body) mine.official.push(String(body.device_uuid));
      const secret = 'secret' in body ? body.secret : 'api_key' in body ? body.api_key : undefined;
      if (secret === undefined) return;
      latest.add(String(secret));
      if (latest.size > REMEMBERED) latest.delete([...latest][0] ?? '');
    },
    async maintain() {
      await Promise.all([own, tight, foreign].map((holdings) => connect(ctx, holdings)));
      await Promise.all([own, tight, foreign].map((holdings) => optOut(ctx, holdings)));
      await Promise.all([own, tight, foreign].map((holdings) => converse(ctx, holdings)));
      await Promise.all([own, tight, foreign].map((holdings) => label(ctx, holdings)));
      if (own.files.length === 0) own.files.push(await keepFile(ctx, own.account, own.connected[0]));
      await moveMessages(ctx, own);
      await failRecipients(ctx, own);
      await pauseSome(ctx, own);
    },
    hasOfficial: () => own.official.length > 0,
    addOfficial(uuid) {
      own.official.push(uuid);
      remember(own.ids, 'devices', uuid);
    },
    async close() {
      for (const { account, official } of [own, tight, foreign]) {
        for (const uuid of official) await releaseDevice(ctx, account, uuid);
      }
    },
  };
  await season.maintain();
  return season;
}

/**
 * Ids that fit the request: connected devices for messages, and official devices for credentials and templates.
 * Deliveries of the webhook in the path. Messages with a file.
 */
function fittingIds(
  { connected, official, deliveries, files }: Holdings,
  wanted: { collection: string; method: string; path: string; place: 'path' | 'body'; before: Id },
): Id[] {
  const { collection, method, path, place, before } = wanted;
  if (path.includes('/media')) return files;
  if (collection === 'deliveries') return deliveries.get(String(before)) ?? [];
  if (collection !== 'devices') return [];
  if (place === 'body') return connected;
  return method === 'PATCH' || path.endsWith('/templates') ? official : [];
}

async function open(ctx: Context, plan: Parameters<typeof insertAccount>[1]): Promise<Holdings> {
  const account = await insertAccount(ctx, { max_devices: 40, ...plan }, 'sandbox');
  // Each account counts its own messages: no id of one may be an id of another.
  await tablesOf(ctx.db)
    .insertInto('message_counters')
    .values({ account_id: account.id, last_public_id: account.id * 1_000_000, taken: 0 })
    .execute();
  const holdings: Holdings = {
    account,
    ids: new Map(),
    gone: new Map(),
    connected: [],
    official: [],
    deliveries: new Map(),
    files: [],
  };
  for (const status of ['provisioned', 'disconnected', 'banned'] as const) {
    const { device_uuid } = await insertDevice(ctx, account, { status });
    remember(holdings.ids, 'devices', device_uuid);
  }
  remember(holdings.ids, 'devices', await showQr(ctx, account));
  return holdings;
}

/** A device with a QR code to scan. */
async function showQr(ctx: Context, account: Account): Promise<string> {
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status: 'qr_pending', wanted: 'pair' })
    .where('id', '=', id)
    .execute();
  await putPairingCode(ctx, id, { code: `fuzz-${id}`, validMs: HOUR_MS });
  return device_uuid;
}

/** Numbers in no other list. Requests can put a number into several lists. */
async function optOut(ctx: Context, { account, ids }: Holdings): Promise<void> {
  while ((ids.get('opt-outs') ?? []).length < OPTED_OUT) {
    const phone = `62${account.id}${Math.floor(ctx.random() * 1e12)}`;
    const row = { account_id: account.id, phone, word: 'STOP', created_at: ctx.now() };
    await tablesOf(ctx.db).insertInto('opt_outs').values(row).execute();
    remember(ids, 'opt-outs', phone);
  }
}

/** The label of the examples. Requests delete and rename labels. */
async function label(ctx: Context, { account }: Holdings): Promise<void> {
  await tablesOf(ctx.db)
    .insertInto('labels')
    .values({ account_id: account.id, name: 'vip', created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A customer writes to a device with an automation, so that its conversation can go back and forth. */
async function converse(ctx: Context, { account, ids, connected }: Holdings): Promise<void> {
  const device = await tablesOf(ctx.db)
    .selectFrom('devices')
    .selectAll()
    .where('device_uuid', '=', connected[0] ?? '')
    .executeTakeFirstOrThrow();
  await receiver(ctx)(inbound(device, `62${account.id}7${Math.floor(ctx.random() * 1e9)}`));
  await tablesOf(ctx.db)
    .updateTable('channels')
    .set({ automated: true })
    .where('account_id', '=', account.id)
    .execute();
  const rows = await tablesOf(ctx.db)
    .selectFrom('conversations')
    .innerJoin('people', 'people.id', 'conversations.person_id')
    .select(['conversation_uuid', 'person_uuid'])
    .where('conversations.account_id', '=', account.id)
    .orderBy('conversations.id', 'desc')
    .limit(1)
    .execute();
  for (const { conversation_uuid, person_uuid } of rows) {
    remember(ids, 'conversations', conversation_uuid);
    remember(ids, 'people', person_uuid);
  }
}

async function connect(ctx: Context, holdings: Holdings): Promise<void> {
  while (holdings.connected.length < CONNECTED) {
    // One of them can send buttons and lists.
    const engine = holdings.connected.length === 0 ? 'official_cloud' : 'economy';
    const { id, device_uuid } = await insertDevice(ctx, holdings.account, { engine });
    await tablesOf(ctx.db)
      .updateTable('devices')
      .set({
        phone_number: `62811${id}`,
        connected_at: ctx.now(),
        last_health_at: ctx.now(),
        paired_at: ctx.now(),
      })
      .where('id', '=', id)
      .execute();
    holdings.connected.push(device_uuid);
    remember(holdings.ids, 'devices', device_uuid);
  }
}

/** Moves the latest messages as dispatch and receipts do. */
async function moveMessages(ctx: Context, { account, ids }: Holdings): Promise<void> {
  const latest = (ids.get('messages') ?? []).slice(0, FATES.length);
  for (const [n, id] of latest.entries()) {
    const fate = FATES[n];
    if (!fate) continue;
    await tablesOf(ctx.db)
      .updateTable('messages')
      .set({ due: false, held: false, ...fate })
      .where('account_id', '=', account.id)
      .where('public_id', '=', Number(id))
      .where('status', '=', 'queued')
      .execute();
  }
}

/** Fails the first recipient of every broadcast, so that a retry has work. */
async function failRecipients(ctx: Context, { account }: Holdings): Promise<void> {
  await ctx.db.query(
    {
      text: `with failed as (
       insert into messages (account_id, device_id, direction, type, status, phone, body, error_code,
         created_at, broadcast_id, broadcast_place)
       select account_id, device_id, 'out', 'text', 'failed', '6281200000000', 'Halo', 'expired', $2, id, 0
       from broadcasts where account_id = $1
       on conflict (broadcast_id, broadcast_place) where broadcast_id is not null do nothing
       returning broadcast_id
     )
     insert into broadcast_tallies (broadcast_id, sent, failed) select broadcast_id, 0, 1 from failed`,
    },
    [account.id, ctx.now()],
  );
}

/** Pauses every second unchanged broadcast of the account, the first one too: ids count over all seasons. */
async function pauseSome(ctx: Context, { account }: Holdings): Promise<void> {
  await ctx.db.query(
    {
      text: `update broadcasts b set status = 'paused', reason = 'paused_by_user'
     where account_id = $1 and status in ('draft', 'scheduled')
       and (select count(*) from broadcasts where account_id = $1 and id <= b.id) % 2 = 1`,
    },
    [account.id],
  );
}

async function keyOf(ctx: Context, account: Account, scope: Scope = 'full'): Promise<string> {
  const { api_key } = await createKey(ctx, { accountId: account.id, name: 'fuzz', scope, expiresAt: null });
  return api_key;
}

function idAt(ids: ReadonlyMap<string, Id[]>, collection: string, pick: number): Id {
  const known = ids.get(collection) ?? [];
  return known[pick % known.length] ?? (collection === 'devices' ? UNKNOWN_UUID : UNKNOWN_ID);
}

function remember(ids: Map<string, Id[]>, collection: string, id: Id): void {
  const known = ids.get(collection) ?? [];
  if (!known.includes(id)) ids.set(collection, [id, ...known].slice(0, REMEMBERED));
}

function forget(holdings: Holdings, collection: string, id: Id): void {
  const same = (known: Id) => String(known) === String(id);
  holdings.ids.set(
    collection,
    (holdings.ids.get(collection) ?? []).filter((known) => !same(known)),
  );
  holdings.connected = holdings.connected.filter((known) => !same(known));
  holdings.official = holdings.official.filter((known) => !same(known));
  remember(holdings.gone, collection, id);
}

/** All ids in an answer: `id` of the requested collection, `device_uuid` of devices. */
function idsIn(body: unknown, collection: string): { collection: string; id: Id }[] {
  if (Array.isArray(body)) return body.flatMap((item) => idsIn(item, collection));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (typeof value === 'object') return idsIn(value, collection);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    if (name === 'id') return [{ collection: collectionIn(body) ?? collection, id: value }];
    const named = collectionOf(name);
    return named === undefined ? [] : [{ collection: named, id: value }];
  });
}

/** Of resources that answers of other collections contain. */
function collectionIn(resource: object): string | undefined {
  if ('webhook_id' in resource) return 'deliveries';
  if ('sha256' in resource) return 'media';
  return 'wa_message_id' in resource ? 'messages' : undefined;
}

/** The deliveries in an answer with their webhooks. */
function deliveriesIn(body: unknown): { webhook: string; delivery: string }[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('data' in body && Array.isArray(body.data)) return body.data.flatMap(deliveriesIn);
  if (!('webhook_id' in body && 'id' in body)) return [];
  return [{ webhook: String(body.webhook_id), delivery: String(body.id) }];
}
