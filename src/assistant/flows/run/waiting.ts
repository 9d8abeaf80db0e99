import { DateTime } from 'luxon';
import { type Hours, nextOpening } from '../../../gateway/hours/opening.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { hoursOf, type Move, type NodeOf, note, type Turn } from './turn.ts';

/** A time that is now or past takes no wait. */
export async function wait(turn: Turn, node: NodeOf<'wait'>): Promise<Move> {
  const until = await endOf(turn, node);
  if (until === null) return { fail: 'never_open' };
  if (until <= turn.facts.now) return { go: node.next };
  note(turn, node.id, 'waits', { until: until.toISOString() });
  return { wait: { kind: 'time', node: node.id, until: until.toISOString() } };
}

async function endOf(turn: Turn, { for: wanted }: NodeOf<'wait'>): Promise<Date | null> {
  const { now } = turn.facts;
  switch (wanted.kind) {
    case 'duration':
      return new Date(now.getTime() + wanted.seconds * SECOND);
    case 'time':
      return nextTime(await hoursOf(turn), now, wanted.time);
    case 'open':
      return nextOpening(await hoursOf(turn), now);
    default:
      return wanted satisfies never;
  }
}

/** The next moment at which the local clock shows the time. A change of the clock can skip it: then an hour later. */
function nextTime({ zone }: Hours, now: Date, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today = DateTime.fromJSDate(now, { zone }).set({ hour, minute, second: 0, millisecond: 0 });
  return (today.toJSDate() > now ? today : today.plus({ days: 1 }).set({ hour, minute })).toJSDate();
}
