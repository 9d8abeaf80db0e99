import type { Context } from '../../context.ts';
import { listTroubledDevices } from '../../gateway/devices/attention/attention.ts';
import { listFailedWebhooks } from '../../gateway/webhooks/webhook.ts';
import { listNearQuota } from '../../platform/usage/usage.ts';
import { listFailedFlows, listLongWaits } from '../conversations/attention/attention.ts';
import { listUnreadMentions } from '../conversations/mentions/mention.ts';
import { maySee } from '../staff/colleagues/colleague.ts';
import type { NoticeKind } from './schema.ts';
import type { Reader } from './store.ts';

/** What words say of an occasion. `customer` and `text` are of customers, or about them. */
export interface Facts {
  assigned: { actor: string; customer: string };
  mentioned: { actor: string; text: string };
  waiting: { customer: string };
  number_gone: { label: string; state: 'gone' | 'banned' | 'limited' };
  webhook_disabled: { host: string };
  quota_near: { isFull: boolean };
  flow_failed: { count: number };
}

/** Something that asks for a user, as long as it lasts. */
export interface OccasionOf<Kind extends NoticeKind> {
  accountId: number;
  kind: Kind;
  /** Unique among those of the kind. */
  key: string;
  /** Null: unknown. */
  since: Date | null;
  /** Where it is seen, below /app/. */
  path: string;
  facts: Facts[Kind];
  isFor(reader: Reader): boolean;
}
export type Occasion = { [Kind in NoticeKind]: OccasionOf<Kind> }[NoticeKind];

type Reading = Pick<Context, 'db' | 'now'>;

/** What lasts now in the accounts of these readers. `isFor` says for which of them. */
export async function listOccasions(ctx: Reading, readers: readonly Reader[]): Promise<Occasion[]> {
  const accountIds = [...new Set(readers.map(({ account_id }) => account_id))];
  return [
    ...(await mentions(ctx, readers)),
    ...(await waits(ctx, accountIds)),
    ...(await numbers(ctx, accountIds)),
    ...(await webhooks(ctx, accountIds)),
    ...(await quotas(ctx, accountIds)),
    ...(await flows(ctx, accountIds)),
  ];
}

/** Assignments to the readers, and notes that mention them, until they are read. */
async function mentions(ctx: Reading, readers: readonly Reader[]): Promise<Occasion[]> {
  const byId = new Map(readers.map((reader) => [reader.user_id, reader]));
  const rows = await listUnreadMentions(ctx, [...byId.keys()]);
  return rows.flatMap((row): Occasion[] => {
    const { user_id: userId, actor, body, assignee } = row;
    const reader = byId.get(userId);
    if (!reader || !maySee(reader, row.device_id)) return [];
    const common = {
      accountId: reader.account_id,
      key: row.mention_uuid,
      since: row.created_at,
      path: `inbox/${row.conversation_uuid}`,
      isFor: ({ user_id }: Reader) => user_id === userId,
    };
    if (row.kind !== 'assigned')
      return [{ ...common, kind: 'mentioned', facts: { actor, text: body ?? '' } }];
    const facts = { actor, customer: customerOf(row) };
    return assignee === reader.name ? [{ ...common, kind: 'assigned', facts }] : [];
  });
}

async function waits(ctx: Reading, accountIds: readonly number[]): Promise<Occasion[]> {
  return (await listLongWaits(ctx, accountIds)).map((row) => ({
    accountId: row.account_id,
    kind: 'waiting',
    key: `${row.conversation_uuid} ${row.waiting_since.toISOString()}`,
    since: row.late_since,
    path: `inbox/${row.conversation_uuid}`,
    facts: { customer: customerOf(row) },
    isFor: (reader) =>
      (row.assignee === null || row.assignee === reader.name) && maySee(reader, row.device_id),
  }));
}

/** The name that the person gave, or the number. */
const customerOf = ({ person_name: name, phone }: { person_name: string | null; phone: string }) =>
  name ?? (/^\d+$/.test(phone) ? `+${phone}` : phone);

async function numbers(ctx: Reading, accountIds: readonly number[]): Promise<Occasion[]> {
  return (await listTroubledDevices(ctx, accountIds)).map(
    ({ account_id, id, device_uuid, label, status }) => {
      const state = status === 'banned' ? 'banned' : status === 'connected' ? 'limited' : 'gone';
      return {
        accountId: account_id,
        kind: 'number_gone',
        key: `${device_uuid} ${state}`,
        since: null,
        path: `devices/${device_uuid}`,
        facts: { label, state },
        isFor: (reader) => maySee(reader, id),
      };
    },
  );
}

const isAdmin = (reader: Reader) => reader.is_admin;

async function webhooks(ctx: Reading, accountIds: readonly number[]): Promise<Occasion[]> {
  return (await listFailedWebhooks(ctx, accountIds)).map(({ account_id, id, url, disabled_at }) => ({
    accountId: account_id,
    kind: 'webhook_disabled',
    key: `${id} ${disabled_at?.toISOString()}`,
    since: disabled_at,
    path: `developers/webhooks/${id}`,
    facts: { host: new URL(url).host },
    isFor: isAdmin,
  }));
}

async function quotas(ctx: Reading, accountIds: readonly number[]): Promise<Occasion[]> {
  const { period, accounts } = await listNearQuota(ctx, accountIds);
  return accounts.map(({ account_id, is_full: isFull }) => ({
    accountId: account_id,
    kind: 'quota_near',
    key: `${period} ${isFull ? 'full' : 'near'}`,
    since: null,
    path: 'usage',
    facts: { isFull },
    isFor: isAdmin,
  }));
}

/** One for each day: a broken flow fails for each customer. */
async function flows(ctx: Reading, accountIds: readonly number[]): Promise<Occasion[]> {
  const rows = await listFailedFlows(ctx, accountIds);
  const dayOf = ({ owner_since }: (typeof rows)[number]) => owner_since.toISOString().slice(0, 10);
  const byDay = Map.groupBy(rows, (row) => `${row.account_id} ${dayOf(row)}`);
  return [...byDay.values()].flatMap((failed) =>
    failed.slice(0, 1).map((newest) => ({
      accountId: newest.account_id,
      kind: 'flow_failed',
      key: dayOf(newest),
      since: newest.owner_since,
      path: 'inbox',
      facts: { count: failed.length },
      isFor: isAdmin,
    })),
  );
}
