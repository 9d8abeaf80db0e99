import { moveContact } from '../../contacts/contact.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { retryConflicts } from '../../lib/db/write-errors.ts';
import type { CustomerMove, MoveHook } from '../../messages/customer-changes.ts';
import { learnAddresses } from '../../people/person.ts';
import { insertEntry } from '../timeline/timeline.ts';
import * as store from './store.ts';

/**
 * A customer with a new number or user id stays one person: history, assignee, tags and opt-outs go along. Safe to
 * repeat.
 */
export function moveHook(ctx: Context): MoveHook {
  return async (moves) => {
    for (const move of moves) {
      const isKnown = await retryConflicts(() =>
        ctx.db.transaction((tx) => moveCustomer(tx, move, ctx.now())),
      );
      const [from, to] = [move.from.find(isNumber), move.to.find(isNumber)];
      if (from !== undefined && to !== undefined) await moveContact(ctx, move.account_id, { from, to });
      if (isKnown) ctx.bus.publish('events');
    }
  };
}

async function moveCustomer(tx: Tx, move: CustomerMove, now: Date): Promise<boolean> {
  const { from, to } = move;
  const personId = await learnAddresses(tx, move, now);
  if (personId === undefined) return false;
  const address = to.find(isNumber) ?? to[0] ?? '';
  const replaced = from.filter((each) => isNumber(each) === isNumber(address));
  for (const moved of await store.moveConversations(tx, { personId, from: replaced, to: address })) {
    if (!isNumber(address)) continue;
    const details = { from: replaced[0], to: address };
    await insertEntry(tx, moved, { kind: 'number_changed', actor: 'customer', details }, now);
  }
  return true;
}

const isNumber = (address: string) => /^\d+$/.test(address);
