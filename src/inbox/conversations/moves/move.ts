import type { Context } from '../../../context.ts';
import { moveContact } from '../../../gateway/contacts/contact.ts';
import type { CustomerMove, MoveHook } from '../../../gateway/messages/customer-changes.ts';
import { isNumber } from '../../../gateway/people/identity.ts';
import { learnAddresses } from '../../../gateway/people/person.ts';
import { insertEntry } from '../timeline/timeline.ts';
import * as store from './store.ts';

/**
 * A new number or user id stays one person, with history, assignee, tags and opt-outs. Safe to
 * repeat.
 */
export function moveHook(ctx: Context): MoveHook {
  return async (moves) => {
    for (const { account_id, from: known, to: others } of moves) {
      const [from, to] = [known.find(isNumber), others.find(isNumber)];
      const [personId] = await learnAddresses(ctx, [{ account_id, known, others }]);
      if (personId !== undefined) await moveConversations(ctx, personId, { known, others });
      if (from !== undefined && to !== undefined) await moveContact(ctx, account_id, { from, to });
    }
  };
}

/** To the new number, or else user id. */
async function moveConversations(
  ctx: Context,
  personId: number,
  { known, others }: { known: CustomerMove['from']; others: CustomerMove['to'] },
): Promise<void> {
  const to = others.find(isNumber) ?? others[0] ?? '';
  const from = known.filter((each) => isNumber(each) === isNumber(to));
  await ctx.db.transaction(async (tx) => {
    for (const moved of await store.moveConversations(tx, { personId, from, to })) {
      if (!isNumber(to)) continue;
      const entry = { kind: 'number_changed', actor: 'customer', details: { from: from[0], to } } as const;
      await insertEntry(tx, moved, entry, ctx.now());
    }
  });
}
