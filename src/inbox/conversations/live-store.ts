import { statement } from '../../platform/lib/db/statement.ts';

export interface MergedRow {
  id: number;
  conversation_uuid: string;
  into_uuid: string;
  /** The device that speaks for the number now, or did last. */
  device_id: number | null;
}

/** Those of the conversations that another one shows. */
export const findMerged = statement<{ ids: readonly number[] }, MergedRow>(
  'conversations.find_merged',
  `select c.id, c.conversation_uuid, m.conversation_uuid as into_uuid, ch.device_id
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (
     select id, conversation_uuid, channel_id, merged_into from conversations
     where id = i.id and merged_into is not null offset 0
   ) c
   cross join lateral (select conversation_uuid from conversations where id = c.merged_into offset 0) m
   cross join lateral (select device_id from channels where id = c.channel_id offset 0) ch`,
).all;
