import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { comparesField } from '../fields/filter.ts';
import { selectionOf } from '../filter.ts';
import { hasTag, lockBooks } from '../store.ts';
import { getSegment } from './find-segment.ts';
import { type ChangeSegment, type CreateSegment, MAX_SEGMENTS, type SegmentFilter } from './schema.ts';
import * as store from './store.ts';

export function listSegments(
  ctx: { db: Db },
  { id: accountId }: { id: number },
): Promise<store.SegmentRow[]> {
  return store.listSegments(ctx.db, { accountId });
}

/** Those that are refused without the field. */
export async function listSegmentsOfField(ctx: { db: Db }, account: { id: number }, field: string) {
  return (await listSegments(ctx, account)).filter(({ filter }) => comparesField(field, filter.fields));
}

/** ApiError contact_segment_limit_reached; FieldErrors for a taken name and an unknown tag or field. */
export async function createSegment(
  ctx: Context,
  account: Account,
  { name, filter: given }: CreateSegment,
): Promise<store.SegmentRow> {
  const [accountId, filter] = [account.id, await checked(ctx, account, given)];
  return ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: accountId }]);
    const { length } = await store.listSegments(tx, { accountId });
    if (length >= MAX_SEGMENTS) throw new ApiError('contact_segment_limit_reached');
    const made = await store.insertSegment(tx, { accountId, name, filter, now: ctx.now() });
    if (!made) throw nameTaken();
    await record(tx, ctx, [{ action: 'contact_segment.created', accountId, target: made.segment_uuid }]);
    return made;
  });
}

/** ApiError contact_segment_not_found; FieldErrors as at creation. */
export async function changeSegment(
  ctx: Context,
  account: Account,
  uuid: string,
  { name, filter: given }: ChangeSegment,
): Promise<store.SegmentRow> {
  const [accountId, filter] = [account.id, given && (await checked(ctx, account, given))];
  return ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: accountId }]);
    const before = await getSegment({ db: tx }, account, uuid);
    const after = { name: name ?? before.name, filter: filter ?? JSON.stringify(before.filter) };
    const changed = await store.updateSegment(tx, { accountId, uuid, ...after, now: ctx.now() });
    if (!changed) throw nameTaken();
    await record(tx, ctx, [{ action: 'contact_segment.changed', accountId, target: uuid }]);
    return changed;
  });
}

/** Broadcasts keep their recipients. ApiError contact_segment_not_found. */
export async function deleteSegment(ctx: Context, account: { id: number }, uuid: string): Promise<void> {
  const accountId = account.id;
  await ctx.db.transaction(async (tx) => {
    await getSegment({ db: tx }, account, uuid);
    await store.deleteSegment(tx, { accountId, uuid });
    await record(tx, ctx, [{ action: 'contact_segment.deleted', accountId, target: uuid }]);
  });
}

/** As JSON, without empty conditions. FieldErrors below `filter`. */
async function checked(ctx: Context, account: Account, given: SegmentFilter): Promise<string> {
  const filter = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== ''),
  ) as SegmentFilter;
  if (Object.keys(filter).length === 0)
    throw new FieldErrors({ filter: ['must have at least one condition'] });
  const { tag } = filter;
  if (tag !== undefined && !(await hasTag(ctx.db, { accountId: account.id, tag }))) {
    throw new FieldErrors({ 'filter.tag': ['is no tag of a contact: GET /v1/contacts/tags lists them'] });
  }
  try {
    await selectionOf(ctx, account, filter);
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error;
    throw new FieldErrors(
      Object.fromEntries(Object.entries(error.errors).map(([field, texts]) => [`filter.${field}`, texts])),
    );
  }
  return JSON.stringify(filter);
}

const nameTaken = () => new FieldErrors({ name: ['is the name of another segment'] });
