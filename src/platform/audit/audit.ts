import type { Context } from '../../context.ts';
import type { Actor } from '../lib/actor.ts';
import { daysAgo } from '../lib/clock.ts';
import type { Tx } from '../lib/db/db.ts';
import { inChunks } from '../lib/in-chunks.ts';
import { type Cursor, limitOf } from '../lib/page.ts';
import type { AuditAction, ListAudit } from './schema.ts';
import type { AuditRow } from './store.ts';
import * as store from './store.ts';

export type { AuditAction } from './schema.ts';

const MAX_TEXT = 200;
/** A key's addresses. They fit the column, with 6 bytes per escape. */
const MAX_ITEMS = 50;
const MAX_ITEM = 100;

type Value = string | number | boolean | null;

/** Never a secret, a token, the text of a message or a phone number. */
export type Detail = Readonly<Record<string, Value | readonly Value[]>>;

export interface Entry {
  action: AuditAction;
  /** Null: the whole installation. */
  accountId: number | null;
  target: string | number;
  detail?: Detail;
}

/** Belongs to the transaction of the change. The actor is the one of the context. */
export async function record(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await store.insertEntries(tx, {
    at: now(),
    actor: actor.type,
    actor_id: actor.id,
    address: actor.address,
    account_ids: entries.map(({ accountId }) => accountId),
    actions: entries.map(({ action }) => action),
    targets: entries.map(({ target }) => shorten(String(target))),
    details: entries.map(({ detail = {} }) => JSON.stringify(bounded(detail))),
  });
}

/** The context of a request, so that the entries name its caller. */
export function onBehalfOf<Ctx extends Context>(ctx: Ctx, { actor }: { actor: Actor }): Ctx {
  return { ...ctx, actor };
}

/** Newest first. Without `accountId`: everything, unfiltered. */
export async function listEntries(
  ctx: Pick<Context, 'db'>,
  accountId: number | null,
  { cursor: before, per_page, since, until, ...filters }: ListAudit,
): Promise<{ entries: AuditRow[]; next: Cursor | null }> {
  const limit = limitOf(per_page);
  const span = { before, since, until, limit: limit + 1 };
  const found = await store.listEntries(ctx.db, accountId, span, filters);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: last && found.length > limit ? { at: last.happened_at, id: last.id } : null };
}

/** Undefined: none, or deleted. */
export async function findLatest(
  { db }: Pick<Context, 'db'>,
  accountId: number,
  action: AuditAction,
): Promise<AuditRow | undefined> {
  const span = { before: undefined, since: undefined, until: undefined, limit: 1 };
  const [entry] = await store.listEntries(db, accountId, span, { action });
  return entry;
}

/** Older than KURIR_AUDIT_DAYS. */
export function deleteOldEntries(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<number> {
  const before = daysAgo(ctx, ctx.config.KURIR_AUDIT_DAYS);
  return inChunks((limit) => store.deleteOld(ctx.db, { before, limit }));
}

function bounded(detail: Detail): Detail {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      isList(value)
        ? value.slice(0, MAX_ITEMS).map((item) => boundedValue(item, MAX_ITEM))
        : boundedValue(value, MAX_TEXT),
    ]),
  );
}

const isList = (value: Detail[string]): value is readonly Value[] => Array.isArray(value);

const boundedValue = (value: Value, max: number) => (typeof value === 'string' ? shorten(value, max) : value);

/** PostgreSQL stores no NUL and no half surrogates. */
const shorten = (text: string, max = MAX_TEXT) => text.slice(0, max).toWellFormed().replaceAll('\0', '');
