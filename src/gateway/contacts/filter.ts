import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { daysAgo } from '../../platform/lib/clock.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { digitsOf, internationalForm, MAX_PHONE_DIGITS } from '../../platform/lib/phone.ts';
import { phoneText } from '../../platform/lib/phone-text.ts';
import { type FieldFilter, fieldFilterOf } from './fields/filter.ts';
import * as store from './filter-store.ts';
import { type ContactFilter, MAX_FILTERED } from './schema.ts';
import { getSegment } from './segments/find-segment.ts';

export type { FilterParams } from './filter-store.ts';
export const { readPlaces } = store;

/** Which contacts: those of a filter, else of a tag, else all. */
export interface Selection {
  filter: store.FilterParams | null;
  tag: string | undefined;
}

type Home = Pick<Account, 'id' | 'country_code'>;
type Place = Pick<Context, 'db' | 'now'>;

const ANY_VALUE: FieldFilter = {
  equal: null,
  ranges: null,
  rangeField: null,
  min: '-Infinity',
  max: 'Infinity',
  hasRanges: false,
};
const NO_SEARCH = { name: null, from: null, to: null };

/** ApiError contact_segment_not_found; FieldErrors. */
export async function selectionOf(
  ctx: Place,
  account: Home,
  { segment, ...given }: ContactFilter,
): Promise<Selection> {
  if (!segment) return select(ctx, account, given);
  const other = Object.entries(given).find(([, value]) => value !== undefined && value !== '');
  if (other) throw new FieldErrors({ segment: [`cannot be combined with ${other[0]}`] });
  return select(ctx, account, (await getSegment(ctx, account, segment)).filter);
}

type Conditions = Omit<ContactFilter, 'segment'>;

async function select(
  ctx: Place,
  account: Home,
  { tag, q, fields, consent, active_days, silent_days }: Conditions,
): Promise<Selection> {
  const own = await fieldFilterOf(ctx.db, account, fields);
  const ago = (days: number | undefined) => (days === undefined ? null : daysAgo(ctx, days));
  const filter = {
    accountId: account.id,
    tag: tag || null,
    ...(own ?? ANY_VALUE),
    ...(q ? partsOf(account, q) : NO_SEARCH),
    optedOut: consent === undefined ? null : consent === 'opted_out',
    activeSince: ago(active_days),
    silentBefore: ago(silent_days),
  };
  const by = await driverOf(ctx, filter, own);
  return { tag, filter: by && { ...filter, by } };
}

/** Null: a list of one tag, or of all contacts, finds the same. */
async function driverOf(
  { db }: Place,
  filter: Omit<store.FilterParams, 'by'>,
  own: FieldFilter | null,
): Promise<store.Driver | null> {
  const { accountId, tag, optedOut, activeSince, silentBefore } = filter;
  if (filter.name !== null) return 'search';
  if (own) return own.equal === null ? 'range' : 'equal';
  const ofChats = activeSince || silentBefore ? 'chats' : null;
  if (optedOut === null && !ofChats) return null;
  const other = optedOut ? 'opted_out' : ofChats;
  if (tag === null) return other ?? 'all';
  // A large tag would be checked contact by contact.
  const isFew = !other || (await store.countListed(db, { accountId, tag })).count <= MAX_FILTERED;
  return isFew ? 'tag' : other;
}

/** A number in any form is also searched as the beginning of a stored one. */
function partsOf(account: Home, q: string): store.SearchParts {
  const isSpelled = /^[\d\s+()./-]+$/.test(phoneText(q));
  const digits = isSpelled ? internationalForm(digitsOf(q), account.country_code) : '';
  const isNumber = digits !== '' && digits.length <= MAX_PHONE_DIGITS;
  return {
    name: `%${q.replace(/[\\%_]/g, '\\$&')}%`,
    from: isNumber ? digits : null,
    to: isNumber ? digits + '9'.repeat(MAX_PHONE_DIGITS) : null,
  };
}
