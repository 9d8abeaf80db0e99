import { randomInt } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { normalizePhone, problemOf } from '../../../platform/lib/phone.ts';
import type { SandboxAddress } from '../address.ts';
import { askJson } from './ask.ts';
import { type CreatePhone, MAX_NUMBERS, type PhoneLine } from './schema.ts';
import * as store from './store.ts';
import { numbersElsewhere, openWorld, type Phone } from './world.ts';

export interface ListedPhone extends Phone {
  line: PhoneLine;
}

/** By number. */
export async function listPhones(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
): Promise<ListedPhone[]> {
  const { phones } = await openWorld(ctx, account);
  if (phones.size === 0) return [];
  const query = new URLSearchParams([...phones.keys()].map((number): [string, string] => ['number', number]));
  const { data } = await askJson<{ data: { number: string; line: PhoneLine }[] }>(address, {
    path: `/sandbox/lines?${query}`,
  });
  const lines = new Map(data.map(({ number, line }) => [number, line]));
  return [...phones.values()]
    .map((phone) => ({ ...phone, line: lines.get(phone.number) ?? ('up' as const) }))
    .toSorted((one, other) => (one.number < other.number ? -1 : 1));
}

/**
 * A phone of the account. A phone that exists in the sandbox and has no owner comes with its chats. FieldErrors
 * for a wrong number. ApiError sandbox_number_taken, sandbox_number_limit_reached.
 */
export async function createPhone(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  { number: given, name: wanted }: CreatePhone,
): Promise<ListedPhone> {
  const number = given === undefined ? randomNumber() : readNumber(given, account);
  await assertFree(ctx, address, account, number);
  const { name, line } = await switchOn(address, number, wanted);
  await claimNumber(ctx, account, { number, name, is_phone: true, official_phone_number_id: null });
  const { phones } = await openWorld(ctx, account);
  return { number, name, device: null, ...phones.get(number), line };
}

/** Its chats stay: a phone that is created again with its number has them. ApiError sandbox_phone_not_found. */
export async function removePhone(ctx: Context, account: Caller, number: string): Promise<void> {
  const { phones } = await openWorld(ctx, account);
  if (!phones.has(number) || !(await store.hidePhone(ctx.db, account.id, number))) {
    throw new ApiError('sandbox_phone_not_found');
  }
}

/** Creates the phone in the sandbox, where it may exist. */
export function switchOn(
  address: SandboxAddress | null,
  number: string,
  name?: string,
): Promise<{ name: string; line: PhoneLine }> {
  const body = { number, ...(name !== undefined && { name }) };
  return askJson(address, { method: 'POST', path: '/sandbox/phones', body });
}

/**
 * The number belongs to the account from now on. ApiError sandbox_number_taken, sandbox_number_limit_reached.
 */
export async function claimNumber(
  ctx: Context,
  account: { id: number },
  row: store.NumberRow,
): Promise<store.NumberRow> {
  const saved = await ctx.db.transaction(async (tx) => {
    await store.lockNumbers(tx, { account_id: account.id });
    const known = await store.listNumbers(tx, { account_id: account.id });
    const isNew = known.every(({ number }) => number !== row.number);
    if (isNew && known.length >= MAX_NUMBERS) throw new ApiError('sandbox_number_limit_reached');
    return store.saveNumber(tx, { account_id: account.id, ...row, now: ctx.now() });
  });
  if (!saved) throw new ApiError('sandbox_number_taken');
  return saved;
}

/** Neither the number nor a chat of its phone is of another account. ApiError sandbox_number_taken. */
export async function assertFree(
  ctx: Context,
  address: SandboxAddress | null,
  account: { id: number },
  number: string,
): Promise<void> {
  const { data: peers } = await askJson<{ data: string[] }>(address, {
    path: `/sandbox/phones/${number}/peers`,
  });
  const own = await store.listNumbers(ctx.db, { account_id: account.id });
  const isOwn = own.some((each) => each.number === number);
  const taken = await numbersElsewhere(ctx, account, isOwn ? [number] : [number, ...peers]);
  if (taken.size > 0) throw new ApiError('sandbox_number_taken');
}

/** Of a mobile network in Indonesia. */
export function randomNumber(): string {
  return `62812${randomInt(1e9, 1e10)}`;
}

export function readNumber(text: string, { country_code }: Caller): string {
  const number = normalizePhone(text, country_code);
  if (number === null) {
    throw new FieldErrors({ number: [problemOf(text, country_code) ?? 'must be a phone number'] });
  }
  return number;
}
