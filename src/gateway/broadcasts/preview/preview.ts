import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { planEachTime } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { CostEstimate } from '../../costs/estimate.ts';
import { findMessagingLimit } from '../../devices/official/business-account.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import type { Parts } from '../../messages/admission/check-content.ts';
import { ADVERTISED_MS, WINDOW_MS } from '../../messages/reply-window/reply-window.ts';
import { listMergedPhones } from '../../people/merge.ts';
import { delaysOf, newSeed, readPlan } from '../broadcast.ts';
import { categoryOf, hintsIn, needsName, writerOf } from '../content.ts';
import { forecast } from '../forecast.ts';
import type { Hint } from '../hints.ts';
import { readDailyPace } from '../messaging-limit/messaging-limit.ts';
import { findOthersOptedOut } from '../opt-outs/opt-out.ts';
import { limitAt } from '../runner/throttle.ts';
import type { PreviewBroadcast } from '../schema.ts';
import { listWork } from '../store.ts';
import { resolveTargets } from '../targets-store.ts';
import { estimateBroadcast } from './costs.ts';
import { readExpectedMessages } from './costs-store.ts';
import { findSharedContacts } from './same-people.ts';
import { type PreviewRecipient, readPreviewCounts } from './store.ts';

const SAMPLES = 5;
/** Afterwards the number may have joined the network. */
const UNREACHABLE_MS = 30 * DAY;

export interface Preview {
  total: number;
  opted_out: number;
  same_person: number;
  unreachable: number;
  without_name: number;
  /** Recipients who get free text now. Null: no limit for this content. */
  open_windows: number | null;
  samples: (PreviewRecipient & { text: string })[];
  hints: Hint[];
  /** Null: the provider charges nothing. */
  costs: CostEstimate | null;
  /** Broadcast messages of the device in any hour. Null: no limit. */
  perHour: number | null;
  /** Of the portfolio. Null: no known limit, or the content does not count. */
  messagingLimit: { per_day: number; people_left: number; days: number } | null;
  finishAt: Date;
}

/** Stores and sends nothing. Alternatives vary per call. ApiError as at creation. */
export async function previewBroadcast(
  parts: Parts,
  account: Caller,
  input: PreviewBroadcast,
): Promise<Preview> {
  const { ctx } = parts;
  const { targets, device, content, quiet } = await readPlan(parts, account, input);
  const now = ctx.now();
  const isLimited = ENGINE_KINDS[device.engine].sendsTemplates && !content.approved;
  const { first, open_windows, expected, ...counts } = await readRecipients(ctx, account, {
    targets,
    device,
    content,
    isLimited,
  });
  if (counts.total === 0) throw new ApiError('no_recipients_matched');

  const write = writerOf(content, newSeed(ctx));
  const startsAt = input.scheduled_at && input.scheduled_at > now ? input.scheduled_at : now;
  const planned = { accountId: account.id, category: categoryOf(content), startsAt };
  const limit = await findMessagingLimit(ctx.db, { device_id: device.id });
  const { approved } = content;
  const daily = limit ? await readDailyPace(ctx.db, { ...limit, approved }, now) : null;
  const remaining = counts.total - counts.opted_out - counts.same_person;
  const finishAt = forecast(
    ctx.config,
    device,
    { ...delaysOf(input), remaining },
    await listWork(ctx.db, [device.id]),
    { from: startsAt, othersSince: now, daily, quiet },
  );
  return {
    ...counts,
    open_windows: isLimited ? open_windows : null,
    samples: first.map((contact, index) => ({
      ...contact,
      text: write({ index, contact }).body,
    })),
    hints: hintsIn(content),
    costs: expected && (await estimateBroadcast(ctx.db, planned, expected)),
    perHour: limitAt(ctx.config.KURIR_BROADCAST_THROTTLE, device, now).perHour,
    messagingLimit: daily && {
      per_day: daily.perDay,
      people_left: daily.leftNow,
      days: Math.floor((finishAt.getTime() - startsAt.getTime()) / DAY) + 1,
    },
    finishAt,
  };
}

interface Planned extends Omit<Awaited<ReturnType<typeof readPlan>>, 'quiet'> {
  isLimited: boolean;
}

function readRecipients(ctx: Context, account: Caller, { targets, device, content, isLimited }: Planned) {
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  return ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    const merged = await listMergedPhones(tx, account.id);
    const shared = await findSharedContacts(tx, account.id, merged);
    const common = {
      account_id: account.id,
      windowSince: before(WINDOW_MS),
      spellings: await findOthersOptedOut(tx, account.id, merged),
      sharedPlaces: shared.map(({ place }) => place),
      sharedKeys: shared.map(({ key }) => key),
    };
    const resolved = await resolveTargets(tx, account.id, targets);
    const counts = await readPreviewCounts(tx, resolved, {
      ...common,
      engine: device.engine,
      deviceId: isLimited ? device.id : null,
      needsName: needsName(content),
      since: before(UNREACHABLE_MS),
      count: SAMPLES,
    });
    if (!ENGINE_KINDS[device.engine].charges) return { ...counts, expected: null };
    const costing = { deviceId: device.id, adSince: before(ADVERTISED_MS), isText: !content.approved };
    return { ...counts, expected: await readExpectedMessages(tx, resolved, { ...common, ...costing }) };
  });
}
