import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';

/** A chat link. */
export interface LinkRow {
  id: number;
  entry_point_uuid: string;
  account_id: number;
  name: string;
  slug: string;
  device_id: number;
  device_uuid: string;
  text: string;
  code: string;
  enabled: boolean;
  expires_at: Date | null;
  has_logo: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `e.id, e.entry_point_uuid, e.account_id, e.name, e.slug, e.device_id,
  (select device_uuid from devices where id = e.device_id) as device_uuid, e.text, e.code, e.enabled, e.expires_at,
  exists (select from entry_point_logos where entry_point_id = e.id) as has_logo, e.created_at, e.updated_at`;

/** Of devices that the caller sees (null: all), by creation. */
export const listLinks = statement<
  { accountId: number; deviceIds: readonly number[] | null; after: number; limit: number },
  LinkRow
>(
  'entry_points.list',
  `select ${COLUMNS} from entry_points e
   where e.account_id = :accountId and e.kind = 'link' and e.deleted_at is null and e.id > :after
     and (:deviceIds::bigint[] is null or e.device_id = any (:deviceIds::bigint[]))
   order by e.id limit :limit::bigint`,
).all;

export const findLink = statement<
  { accountId: number; deviceIds: readonly number[] | null; uuid: string },
  LinkRow
>(
  'entry_points.find',
  `select ${COLUMNS} from entry_points e
   where e.entry_point_uuid = :uuid::uuid and e.account_id = :accountId and e.kind = 'link' and e.deleted_at is null
     and (:deviceIds::bigint[] is null or e.device_id = any (:deviceIds::bigint[]))`,
).first;

/** One change at a time, for the number of links and widgets. */
export const lockEntryPoints = statement<{ accountId: number }>(
  'entry_points.lock_account',
  `select pg_advisory_xact_lock(hashtextextended('entry points of an account', :accountId::bigint))`,
).inTx.run;

/** Not advertisements, which come by themselves. */
export type MadeKind = 'link' | 'widget';

const COUNT = statement<{ accountId: number; kind: MadeKind }, { count: number }>(
  'entry_points.count',
  `select count(*)::int as count from entry_points
   where account_id = :accountId and kind = :kind and deleted_at is null`,
);

export async function countEntryPoints(tx: Tx, accountId: number, kind: MadeKind): Promise<number> {
  return (await COUNT.one(tx, { accountId, kind })).count;
}

/** Of a link, or of a widget's button. */
export interface LinkContent {
  name: string;
  slug: string;
  device_id: number;
  text: string;
  enabled: boolean;
  expires_at: Date | null;
}

/** Undefined: a used code of the account. */
export const insertEntryPoint = statement<
  LinkContent & { accountId: number; kind: MadeKind; code: string; now: Date },
  { id: number; entry_point_uuid: string }
>(
  'entry_points.insert',
  `insert into entry_points (account_id, kind, name, slug, device_id, text, code, enabled, expires_at, created_at,
     updated_at)
   values (:accountId, :kind, :name, :slug, :device_id, :text, :code, :enabled, :expires_at, :now::timestamptz,
     :now::timestamptz)
   on conflict (account_id, code) where code is not null do nothing returning id, entry_point_uuid`,
).inTx.first;

export const readLink = statement<{ id: number }, LinkRow>(
  'entry_points.read',
  `select ${COLUMNS} from entry_points e where e.id = :id`,
).inTx.one;

export const updateEntryPoint = statement<LinkContent & { id: number; now: Date }>(
  'entry_points.update',
  `update entry_points set name = :name, slug = :slug, device_id = :device_id, text = :text, enabled = :enabled,
     expires_at = :expires_at, updated_at = :now
   where id = :id`,
).inTx.run;

/** Its code and addresses stay taken. */
export const deleteEntryPoint = statement<{ id: number; now: Date }>(
  'entry_points.delete',
  'update entry_points set deleted_at = :now, updated_at = :now where id = :id',
).inTx.run;

interface Slug {
  accountId: number;
  id: number;
  slug: string;
}

const TAKE_SLUG = statement<Slug & { now: Date }>(
  'entry_points.take_slug',
  `insert into entry_point_slugs (slug, account_id, entry_point_id, created_at)
   values (:slug, :accountId, :id, :now) on conflict (slug) do nothing`,
);
const HAS_SLUG = statement<Slug, { found: number }>(
  'entry_points.has_slug',
  `select 1 as found from entry_point_slugs
   where slug = :slug and account_id = :accountId and entry_point_id = :id`,
);
const COUNT_SLUGS = statement<{ id: number }, { count: number }>(
  'entry_points.count_slugs',
  'select count(*)::int as count from entry_point_slugs where entry_point_id = :id',
);

/** False: the address is or was another link's, perhaps of another account. */
export async function takeSlug(tx: Tx, slug: Slug, now: Date): Promise<boolean> {
  return (await TAKE_SLUG.run(tx, { ...slug, now })) === 1 || (await HAS_SLUG.first(tx, slug)) !== undefined;
}

/** With the present one. */
export async function countSlugs(tx: Tx, id: number): Promise<number> {
  return (await COUNT_SLUGS.one(tx, { id })).count;
}

export interface FoundCode {
  entry_point_uuid: string;
  kind: MadeKind;
}

/** Deleted links still name conversations. */
const FIND_CODES = statement<
  { accountIds: readonly number[]; codes: readonly string[] },
  FoundCode & { index: number }
>(
  'entry_points.find_codes',
  `select i.n::int - 1 as index, e.entry_point_uuid, e.kind
   from unnest(:accountIds::bigint[], :codes::text[]) with ordinality as i (account_id, code, n)
   cross join lateral (
     select entry_point_uuid, kind from entry_points where account_id = i.account_id and code = i.code limit 1
   ) e`,
);

/** By the index of the code. */
export async function findCodes(
  tx: Queryable,
  codes: readonly { account_id: number; code: string }[],
): Promise<Map<number, FoundCode>> {
  const found = await FIND_CODES.all(tx, {
    accountIds: codes.map(({ account_id }) => account_id),
    codes: codes.map(({ code }) => code),
  });
  return new Map(found.map(({ index, ...code }) => [index, code]));
}
