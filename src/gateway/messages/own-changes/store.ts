import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { seesMessage } from '../../devices/channels/channel.ts';
import { AT_MOST_ONCE, type EngineKind } from '../../engines/kinds.ts';
import { findByPublicId } from '../queue/public-ids.ts';

export interface Target {
  id: number;
  engine: EngineKind;
  device_uuid: string;
  /** The provider certainly does not have it, and no process can send it meanwhile. */
  is_waiting: boolean;
}

/** Until the end of the transaction no process marks the message as written. */
export const lockTarget = statement<
  { accountId: number; deviceIds: readonly number[] | null; publicId: number },
  Target
>(
  'messages.lock_target',
  `select m.id, d.engine, d.device_uuid, m.due <> m.held and not m.maybe_written and m.resent_at is null as is_waiting
   from messages m
   cross join lateral (select engine, device_uuid from devices where id = m.device_id offset 0) d
   where m.id = (select id from (${findByPublicId('m.id', ':accountId', ':publicId')}) found limit 1)
     and ${seesMessage('m')}
   for no key update of m`,
).first;

const CALLS = AT_MOST_ONCE.map((engine) => `'${engine}'`).join(', ');

/**
 * A process may hold the earlier text. It then has another reserved id than the row, so it can neither mark nor save
 * it. A claim on a line reserves its id with the text, in one statement.
 */
const REWRITE = statement<{ id: number; engine: string; body: string }>(
  'messages.rewrite_waiting',
  `update messages set body = :body, prepared = null,
     reserved_wa_id = case when :engine::text in (${CALLS}) then 'kurir.' || gen_random_uuid() end
   where id = :id`,
);

/** For a locked message that waits. */
export async function rewrite(tx: Queryable, { id, engine }: Target, body: string): Promise<void> {
  await REWRITE.run(tx, { id, engine, body });
}
