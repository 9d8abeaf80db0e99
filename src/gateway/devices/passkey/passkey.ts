import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { SYSTEM } from '../../../platform/lib/actor.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { isSameSecret } from '../../../platform/lib/same-secret.ts';
import type { PasskeyAssertion } from '../../engines/engine.ts';
import { recordDevice } from '../device.ts';
import { type DeviceRow, type Fence, fenceParams } from '../store.ts';
import { type Assertion, problemOf, wireForm } from './assertion.ts';
import * as store from './store.ts';

export const PASSKEY_REQUIRED = 'passkey_required';

/** Refused answers to one demand. */
export const MAX_REFUSED = 5;
/** How long the page still shows the end. */
const SHOWN_MS = 10 * MINUTE;
const OVER = 'The link is wrong, used or expired. Start the pairing again, and open the new link.';

/** An open demand of the network, as the pairing shows it. */
export interface Demand {
  /** Below the public address. The token is in the fragment, which browsers send nowhere. */
  path: string;
  expiresAt: Date;
}

/** A demand in the process that plays it. */
export interface Ceremony {
  device_id: number;
  ceremony_id: string;
  fence: Fence;
}

/** Who opened the link. */
export interface Holder {
  deviceUuid: string;
  token: string;
  address: string;
}

/** Null: the network demands nothing, or no answer counts any more. */
export async function findDemand(ctx: Context, device: DeviceRow): Promise<Demand | null> {
  if (device.reason !== PASSKEY_REQUIRED || device.wanted !== 'pair') return null;
  const row = await store.findPasskey(ctx.db, { device_id: device.id });
  if (!row || !isOpen(ctx, row)) return null;
  return { path: `/passkey/#${device.device_uuid}.${tokenOf(ctx, row)}`, expiresAt: row.expires_at };
}

/** A secret: it lets its holder link a number. */
export const urlOf = ({ path }: Demand, base: string) => base.replace(/\/+$/, '') + path;

/** What the owner sees. ApiError invalid_link. */
export async function openDemand(
  ctx: Context,
  holder: Holder,
): Promise<store.OwnPasskeyRow & { question: string | null; comparedCode: string | null }> {
  const row = await findByToken(ctx, holder);
  const question = isOpen(ctx, row) ? open(ctx, row, 'options') : null;
  return { ...row, question, comparedCode: open(ctx, row, 'code') };
}

/** For a simulated phone in place of the owner. Null: the device waits for no answer. */
export async function findQuestion(
  ctx: Context,
  { id, device_uuid }: Pick<DeviceRow, 'id' | 'device_uuid'>,
): Promise<(Omit<Holder, 'address'> & { options: string }) | null> {
  const row = await store.findPasskey(ctx.db, { device_id: id });
  const options = row && isOpen(ctx, row) ? open(ctx, row, 'options') : null;
  return row && options !== null ? { deviceUuid: device_uuid, token: tokenOf(ctx, row), options } : null;
}

/** Once. ApiError invalid_link, too_many_attempts. FieldErrors: it cannot answer this demand. */
export async function answerDemand(ctx: Context, holder: Holder, assertion: Assertion): Promise<void> {
  const row = await openDemand(ctx, holder);
  if (row.question === null) throw new ApiError('invalid_link', OVER);
  const problem = problemOf(assertion, row.question);
  if (problem !== null) {
    const { device_id, ceremony_id } = row;
    await store.countRefusal(ctx.db, { device_id, ceremony_id, max: MAX_REFUSED });
    throw new FieldErrors({ assertion: [problem] });
  }
  const sealed = ctx.box.seal(Buffer.from(JSON.stringify(assertion)), passkeyAad('assertion', row.device_id));
  await decide(ctx, holder, row, { state: 'answered', assertion: sealed });
}

/** Ends the pairing. ApiError invalid_link. */
export async function cancelDemand(ctx: Context, holder: Holder): Promise<void> {
  await decide(ctx, holder, await findByToken(ctx, holder), { state: 'cancelled', assertion: null });
}

async function decide(
  ctx: Context,
  { address }: Holder,
  row: store.OwnPasskeyRow,
  answer: { state: 'answered' | 'cancelled'; assertion: Buffer | null },
): Promise<void> {
  const action = `device.passkey_${answer.state}` as const;
  const { device_id, ceremony_id } = row;
  await ctx.db.transaction(async (tx) => {
    if (!(await store.answerPasskey(tx, { device_id, ceremony_id, at: ctx.now(), ...answer })))
      throw new ApiError('invalid_link', OVER);
    await recordDevice(tx, { ...ctx, actor: { ...SYSTEM, address } }, action, row);
  });
  ctx.bus.publish('devices');
}

/** By the process of the session. Resolves with the id of the ceremony. */
export async function putDemand(
  ctx: Context,
  deviceId: number,
  { options, validMs }: { options: string; validMs: number },
  fence?: Fence,
): Promise<string> {
  const ceremonyId = randomUUID();
  await store.putPasskey(ctx.db, {
    device_id: deviceId,
    ceremony_id: ceremonyId,
    options: ctx.box.seal(Buffer.from(options), passkeyAad('options', deviceId)),
    at: ctx.now(),
    expires_at: new Date(ctx.now().getTime() + validMs),
    ...fenceParams(fence),
  });
  return ceremonyId;
}

/** Null: the owner has cancelled. */
export async function readAnswer(
  ctx: Context,
  deviceId: number,
  ceremonyId: string,
): Promise<PasskeyAssertion | null> {
  const row = await store.findAssertion(ctx.db, { device_id: deviceId, ceremony_id: ceremonyId });
  if (!row?.assertion) return null;
  const json = ctx.box.open(row.assertion, passkeyAad('assertion', deviceId)).toString();
  return wireForm(JSON.parse(json) as Assertion); // sealed by answerDemand
}

/** The phone may show the code. */
export async function noteSent(ctx: Context, { fence, ...ids }: Ceremony, code: string): Promise<void> {
  const sealed = ctx.box.seal(Buffer.from(code), passkeyAad('code', ids.device_id));
  await store.noteSent(ctx.db, { ...ids, code: sealed, ...fenceParams(fence) });
}

export async function endDemand(ctx: Context, { fence, ...ids }: Ceremony): Promise<void> {
  await store.endPasskey(ctx.db, { ...ids, ...fenceParams(fence) });
}

export const passkeyAad = (column: 'options' | 'assertion' | 'code', deviceId: number) =>
  `device_passkeys|${column}|${deviceId}`;

async function findByToken(ctx: Context, { deviceUuid, token }: Holder): Promise<store.OwnPasskeyRow> {
  const row = await store.findOwnPasskey(ctx.db, { device_uuid: deviceUuid });
  const isShown = row && row.expires_at.getTime() + SHOWN_MS > ctx.now().getTime();
  if (!isShown || !isSameSecret(token, tokenOf(ctx, row))) throw new ApiError('invalid_link', OVER);
  return row;
}

/** Of this ceremony alone, so that no row keeps it. */
function tokenOf({ box }: Context, { device_id, ceremony_id }: store.PasskeyRow): string {
  return box.mac(ceremony_id, `device_passkeys|token|${device_id}`).toString('base64url');
}

/** An answer counts. */
const isOpen = ({ now }: Context, { state, attempts, expires_at }: store.PasskeyRow) =>
  state === 'asked' && attempts < MAX_REFUSED && expires_at > now();

function open(ctx: Context, row: store.PasskeyRow, column: 'options' | 'code'): string | null {
  const sealed = row[column];
  return sealed && ctx.box.open(sealed, passkeyAad(column, row.device_id)).toString();
}
