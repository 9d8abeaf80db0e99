import type { Context } from '../../../context.ts';
import { DROP_CONVERSATION_VALUES, listFields, valuesOf } from '../../../gateway/contacts/fields/field.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { recordAct } from '../acting.ts';
import { lockConversation } from '../conversation.ts';
import { noteStaff } from '../ownership/ownership.ts';
import { insertEntry } from '../timeline/timeline.ts';
import type { ChangeFields } from './schema.ts';
import * as store from './store.ts';

/** Conversations of one transaction. */
const PIECE = 512;

/** Null takes a value away; other fields stay. ApiError conversation_not_found; FieldErrors by field. */
export function changeFields(
  ctx: Context,
  account: Sight,
  uuid: string,
  { fields, actor }: ChangeFields & { actor: string },
): Promise<void> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, account, uuid);
    const own = await listFields({ db: tx }, account, 'conversation');
    const given = JSON.stringify(valuesOf(own, fields, { target: 'conversation' }));
    const place = { conversationId: conversation.id, accountId: account.id };
    if (!(await store.setValues(tx, { ...place, given }))) return;
    await noteStaff(tx, { id: conversation.id, now });
    await insertEntry(tx, conversation, { kind: 'fields_changed', actor, details: { fields } }, now);
    const detail = { fields: Object.keys(fields) };
    await recordAct(tx, ctx, account, { action: 'conversation.fields_changed', target: uuid, detail });
  });
}

/** Takes the values of deleted fields from the conversations of the account. */
export const dropConversationValuesJob = (ctx: Context): AccountJob => ({
  name: DROP_CONVERSATION_VALUES,
  slots: 1,
  async run({ accountId }, stopping) {
    for (let after: number | null = 0; after !== null; ) {
      if (stopping.aborted) return enqueue(ctx.db, { name: DROP_CONVERSATION_VALUES, accountId });
      const from: number = after;
      const piece = { accountId, after: from, limit: PIECE };
      after = (await ctx.db.transaction((tx) => store.dropValues(tx, piece))).last;
    }
  },
});
