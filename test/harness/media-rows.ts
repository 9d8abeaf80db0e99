import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Context } from '../../src/context.ts';
import { sealSource } from '../../src/gateway/messages/media/source-seal.ts';
import { insertMessage } from './rows.ts';
import { type Tables, tablesOf } from './tables.ts';

type MediaColumns = Partial<Insertable<Tables['message_media']>>;

/** An inbound message with a file that waits, unless `columns` say otherwise. Answers both ids. */
export async function insertMedia(
  ctx: Context,
  device: { id: number; account_id: number },
  columns: MediaColumns = {},
  source = '{}',
): Promise<{ id: number; publicId: number }> {
  const { id } = await insertMessage(ctx, device, {
    direction: 'in',
    status: 'received',
    due: false,
    type: 'image',
    wa_message_id: randomUUID(),
  });
  // Public ids of a test: no other message of the account has this one.
  const publicId = 2_000_000 + id;
  await tablesOf(ctx.db).updateTable('messages').set({ public_id: publicId }).where('id', '=', id).execute();
  await tablesOf(ctx.db)
    .insertInto('message_media')
    .values({
      message_id: id,
      account_id: device.account_id,
      device_id: device.id,
      kind: 'image',
      source: sealSource(ctx, id, source),
      next_attempt_at: ctx.now(),
      created_at: ctx.now(),
      ...columns,
    })
    .execute();
  return { id, publicId };
}

export const mediaOf = (ctx: Context, messageId: number) =>
  tablesOf(ctx.db)
    .selectFrom('message_media')
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
