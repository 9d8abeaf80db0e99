import { DAY } from '../../../src/platform/lib/clock.ts';
import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import { isWindowOpen, type Pair } from '../people/pairs.ts';
import { type CloudNumber, PER_DAY } from '../records.ts';
import type { Content } from './content.ts';

/**
 * Counts a person who has no open window, for 24 hours. Throws GraphError 131048 above the limit of the portfolio. The
 * simulated provider forgets the count with its process.
 */
export function takePortfolioLimit(
  cloud: Cloud,
  { data }: CloudNumber,
  { content, pair, peer, now }: { content: Content; pair: Pair; peer: string; now: number },
): void {
  const perDay = PER_DAY[data.messaging_limit];
  if (perDay === null || content.type !== 'template' || isWindowOpen(pair, now, 'closed')) return;
  const people = cloud.portfolioUse.get(data.portfolio_id) ?? new Map<string, number>();
  cloud.portfolioUse.set(data.portfolio_id, people);
  if ((people.get(peer) ?? Number.NEGATIVE_INFINITY) <= now - DAY) {
    // In the order of their times, because each message moves its person to the end.
    for (const [each, at] of people) {
      if (at > now - DAY) break;
      people.delete(each);
    }
    if (people.size >= perDay)
      throw new GraphError(131048, {
        details:
          'Message failed to send because the business portfolio has reached its limit of business-initiated ' +
          'conversations in 24 hours.',
      });
  }
  people.delete(peer);
  people.set(peer, now);
}
