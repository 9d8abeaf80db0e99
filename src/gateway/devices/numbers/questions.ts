import type { Context } from '../../../context.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import { OPEN_MS } from '../asking/device-asker.ts';
import { untilAnswered } from '../asking/until-answered.ts';
import { type DeviceRow, hasOwner } from '../store.ts';
import type { CheckRow } from './store.ts';
import * as store from './store.ts';

/** Bulk questions cost numbers their account. */
export const MAX_ASKED_PER_MINUTE = 20;
const KNOWN_MS = 30 * DAY;
/** Per account; the oldest answers go first. */
const MAX_KNOWN = 20_000;
const SPARE = 1_000;

/** Why the network has no answer. */
export type Silence = 'not_connected' | 'too_many' | 'no_answer';
export type NetworkAnswer = boolean | Silence;

/**
 * Through the device. Answers stay in the account: others must not learn that a number is known.
 */
export async function askNetwork(
  ctx: Context,
  device: DeviceRow,
  phones: readonly string[],
): Promise<ReadonlyMap<string, NetworkAnswer>> {
  const known = answersOf(ctx, await store.findChecks(ctx.db, { account_id: device.account_id, phones }));
  const unknown = phones.filter((phone) => !known.has(phone));
  if (unknown.length === 0) return known;
  if (device.status !== 'connected' || !(await hasOwner(ctx.db, device.id))) {
    return withSilence(known, unknown, 'not_connected');
  }

  const refused = await reserve(ctx, device, unknown);
  const asked = unknown.filter((phone) => !refused.has(phone));
  const answers = asked.length === 0 ? known : await waitForAnswers(ctx, device.account_id, phones);
  const silent = asked.filter((phone) => !answers.has(phone));
  return withSilence(withSilence(answers, silent, 'no_answer'), [...refused], 'too_many');
}

/** For the process of the device. Returns the numbers above the limit. */
function reserve(ctx: Context, device: DeviceRow, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const { id: device_id, account_id } = device;
  return ctx.db.transaction(async (tx) => {
    await store.lockChecks(tx, { account_id });
    const at = ctx.now();
    const since = new Date(at.getTime() - MINUTE);
    const rows = await store.findChecks(tx, { account_id, phones });
    // Asked in this minute, also by another device: a repetition would leave that device's count.
    const recent = new Set(rows.filter((row) => row.asked_at > since || isKnown(row, at)).map(phoneOf));
    const wanted = phones.filter((phone) => !recent.has(phone));
    const room = Math.max(0, MAX_ASKED_PER_MINUTE - (await store.countAsked(tx, device_id, since)));
    const asked = wanted.slice(0, room);
    if (asked.length > 0) {
      await store.askNumbers(tx, { account_id, device_id, phones: asked, at });
      // Spares the next calls this work.
      const surplus = (await store.countChecks(tx, account_id)) - MAX_KNOWN;
      if (surplus > 0) await store.trimChecks(tx, { account_id, limit: surplus + SPARE });
    }
    return new Set(wanted.slice(room));
  });
}

async function waitForAnswers(
  ctx: Context,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await untilAnswered(ctx, 'numbers', {
    read: () => store.findChecks(ctx.db, { account_id: accountId, phones }),
    isDone: (found) => found.every((row) => row.is_settled || isOver(row, ctx.now())),
  });
  return answersOf(ctx, rows);
}

function answersOf(ctx: Context, rows: readonly CheckRow[]): Map<string, boolean> {
  const now = ctx.now();
  return new Map(
    rows.flatMap((row) =>
      row.on_network !== null && isKnown(row, now) ? [[row.phone, row.on_network] as const] : [],
    ),
  );
}

const phoneOf = ({ phone }: CheckRow) => phone;

function isKnown({ on_network, asked_at }: CheckRow, now: Date): boolean {
  return on_network !== null && now.getTime() - asked_at.getTime() < KNOWN_MS;
}

function isOver({ asked_at }: CheckRow, now: Date): boolean {
  return now.getTime() - asked_at.getTime() >= OPEN_MS;
}

function withSilence(
  answers: ReadonlyMap<string, NetworkAnswer>,
  phones: readonly string[],
  silence: Silence,
): ReadonlyMap<string, NetworkAnswer> {
  return new Map([...answers, ...phones.map((phone) => [phone, silence] as const)]);
}

/** Returns the number of deleted answers. */
export function deleteOldChecks(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - KNOWN_MS);
  return inChunks((limit) => store.deleteOldChecks(ctx.db, { before, limit }));
}
