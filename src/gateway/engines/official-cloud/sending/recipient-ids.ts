import { z } from 'zod';
import { smallCache } from '../../../../platform/lib/small-cache.ts';
import { addressOf } from '../callbacks/author.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import type { GraphReply } from '../graph/reply.ts';

const MAX_KNOWN = 10_000;

const Answer = z.object({
  contacts: z.tuple(
    [z.object({ wa_id: lenient(textOrNumber(64)), user_id: lenient(z.string().max(200)) })],
    z.unknown(),
  ),
});

/** The provider's ids of recipients, for all devices. */
export class RecipientIds {
  readonly #known = smallCache<string, string>(MAX_KNOWN);

  /** Number and user id in an answer to a send. Empty when repeated. */
  newIn(reply: GraphReply, { deviceUuid, to }: { deviceUuid: string; to: string }): string[] {
    const contact = reply.outcome === 'ok' ? Answer.safeParse(reply.body).data?.contacts[0] : undefined;
    const ids = [addressOf(contact?.wa_id), contact?.user_id ?? ''].filter((id) => id !== '' && id !== to);
    const key = `${deviceUuid} ${to}`;
    if (ids.length === 0 || this.#known.get(key) === ids.join(' ')) return [];
    this.#known.set(key, ids.join(' '));
    return ids;
  }
}
