import type { Caller } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { DAY } from '../../lib/clock.ts';
import { planEachTime } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import { listMergedPhones } from '../../people/merge.ts';
import { delaysOf, newSeed, readPlan } from '../broadcast.ts';
import { forecast } from '../forecast.ts';
import { type Hint, hintsOf } from '../hints.ts';
import { findOthersOptedOut } from '../opt-outs/opt-out.ts';
import { limitAt } from '../runner/throttle.ts';
import type { PreviewBroadcast } from '../schema.ts';
import { listWork } from '../store.ts';
import { parseTemplate, render } from '../template.ts';
import { findSharedContacts } from './same-people.ts';
import { type PreviewRecipient, readPreviewCounts } from './store.ts';

const SAMPLES = 5;
/** A number that was not on the network may have joined it later. */
const UNREACHABLE_MS = 30 * DAY;

/** The recipients and the forecast of a broadcast that is created now. */
export interface Preview {
  total: number;
  opted_out: number;
  same_person: number;
  unreachable: number;
  samples: (PreviewRecipient & { text: string })[];
  hints: Hint[];
  /** Broadcast messages that the device may send in any hour now; null: any number. */
  perHour: number | null;
  finishAt: Date;
}

/**
 * Previews a broadcast. Stores and sends nothing. Each call chooses other texts. ApiError
 * no_recipients_targeted, device_not_found, no_recipients_matched, as at creation.
 */
export async function previewBroadcast(
  ctx: Context,
  account: Caller,
  input: PreviewBroadcast,
): Promise<Preview> {
  const { targets, device } = await readPlan(ctx, account, input);
  const now = ctx.now();
  const { first, ...counts } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    const merged = await listMergedPhones(tx, account.id);
    const shared = await findSharedContacts(tx, account.id, merged);
    return readPreviewCounts(tx, targets, {
      account_id: account.id,
      engine: device.engine,
      since: new Date(now.getTime() - UNREACHABLE_MS),
      spellings: await findOthersOptedOut(tx, account.id, merged),
      count: SAMPLES,
      sharedPlaces: shared.map(({ place }) => place),
      sharedKeys: shared.map(({ key }) => key),
    });
  });
  if (counts.total === 0) throw new ApiError('no_recipients_matched');

  const template = parseTemplate(input.message_template);
  const seed = newSeed(ctx);
  const scheduledAt = input.scheduled_at ?? now;
  return {
    ...counts,
    samples: first.map((contact, index) => ({
      ...contact,
      text: render(template, { seed, index, nama: contact.name }),
    })),
    hints: hintsOf(template.parts),
    perHour: limitAt(ctx.config.KURIR_BROADCAST_THROTTLE, device, now).perHour,
    finishAt: forecast(
      ctx.config,
      device,
      // Recipients without a message take no time.
      { ...delaysOf(input), remaining: counts.total - counts.opted_out - counts.same_person },
      await listWork(ctx.db, [device.id]),
      { from: scheduledAt > now ? scheduledAt : now, othersSince: now },
    ),
  };
}
