import type { Context } from '../../../context.ts';
import { within } from '../../../platform/lib/deadline.ts';
import type { AutomationMark } from '../schema.ts';
import type { ClaimedDelivery } from './store.ts';

interface ReceivedMessage {
  account_id: number;
  /** Row id of the event. */
  event_row: number;
  device_uuid: string;
  wa_message_id: string;
}

/** One statement, in the order of the messages. The automation provides it. */
export type FindMarks = (messages: readonly ReceivedMessage[]) => Promise<readonly AutomationMark[]>;

/** A delivery never waits longer for its mark. */
const LIMIT_MS = 250;

/**
 * Null: the event has no mark. Only accounts that ever had an automation cost a statement. Their other events wait too,
 * so that the order stays.
 */
export function marksOf(
  ctx: Pick<Context, 'log'>,
  claimed: readonly ClaimedDelivery[],
  find: FindMarks | undefined,
): (delivery: ClaimedDelivery) => Promise<AutomationMark | null> {
  const asked = claimed.filter((each) => each.has_automation && isReceived(each));
  const accounts = new Set(asked.map(({ account_id }) => account_id));
  const found = find && asked.length > 0 ? findInTime(ctx, asked, find) : null;
  return async (delivery) => {
    const marks = accounts.has(delivery.account_id) ? await found : null;
    if (!find || !isReceived(delivery)) return null;
    return delivery.has_automation ? (marks?.get(delivery.id) ?? 'pending') : 'none';
  };
}

const isReceived = ({ event }: ClaimedDelivery): boolean => event === 'message.received';

/** By delivery. Without late answers. */
async function findInTime(
  { log }: Pick<Context, 'log'>,
  asked: readonly ClaimedDelivery[],
  find: FindMarks,
): Promise<ReadonlyMap<number, AutomationMark>> {
  const marks = new Map<number, AutomationMark>();
  const search = async () => {
    const found = await find(asked.map(messageOf));
    for (const [n, mark] of found.entries()) marks.set(asked[n]?.id ?? 0, mark);
  };
  try {
    if (!(await within(LIMIT_MS, search()))) log.warn({ count: asked.length }, 'webhook.marks_late');
  } catch (error) {
    log.warn({ err: error, count: asked.length }, 'webhook.marks_failed');
  }
  return marks;
}

function messageOf({ account_id, event_row, body }: ClaimedDelivery): ReceivedMessage {
  const { device_uuid, wa_message_id } = JSON.parse(body);
  return { account_id, event_row, device_uuid, wa_message_id };
}
