import type { Context } from '../../context.ts';
import type { ImportHooks } from '../../gateway/messages/imports/import.ts';
import { identityOf } from '../../gateway/people/identity.ts';
import { ensureConversations } from './conversation.ts';
import { noteImported } from './record-store.ts';
import { indexAgain } from './search/replaced-hook.ts';

/** Messages from before the connection belong to conversations, which stay closed, read and without a wait. */
export function importHooks({ now }: Pick<Context, 'now'>): ImportHooks {
  return {
    async open(tx, chats) {
      const addresses = chats.flatMap(({ account_id, device_id, phone, at }) => {
        const identity = identityOf(phone);
        return identity ? [{ account_id, device_id, phone, at, identities: [identity] as const }] : [];
      });
      if (addresses.length < chats.length) throw new Error('an imported chat without an identity');
      const ids = await ensureConversations(tx, addresses, now());
      const last = chats.flatMap(({ at, customer_at }, index) => {
        const id = ids[index];
        return id === undefined ? [] : [{ id, at, customer_at }];
      });
      await noteImported(tx, last);
      return ids;
    },
    // The job of the search goes from older to newer ids, and these are below it.
    async stored(tx, messages) {
      if (messages.length > 0)
        await indexAgain(
          tx,
          messages.map(({ id }) => id),
        );
    },
  };
}
