import { statement } from '../../../platform/lib/db/statement.ts';
import { isNumberSql } from '../../engines/kinds.ts';
import { announce, isWanted } from '../../events/event.ts';
import { isGroupSql } from '../../people/identity.ts';
import { chatSql, groupChatSql } from '../chat-sql.ts';
import { MESSAGE_MEDIA } from '../events.ts';
import { memberSql } from '../received-rows.ts';
import type { MediaReason } from './store.ts';

interface Claimed {
  messageId: number;
  claimId: string;
  now: Date;
  /** JSON, as in the event. */
  media: string;
}

export interface Settled {
  is_settled: boolean;
  is_announced: boolean;
}

/** SQL: with the event that a webhook wants. */
const settle = (changes: string) => `with settled as (
    update message_media set ${changes}, claim_id = null, settled_at = :now::timestamptz
    where message_id = :messageId and claim_id = :claimId::uuid
    returning message_id, account_id, device_id, reason
  ), happened as (
    select s.*, m.phone, m.public_id, m.wa_message_id, m.sender, d.device_uuid, chat.conversation_uuid, chat.name,
      :now::timestamptz as happened_at
    from settled s
    cross join lateral (
      select account_id, phone, public_id, wa_message_id, ${memberSql('details')} as sender from messages
      where id = s.message_id offset 0
    ) m
    cross join lateral (select device_uuid, engine, channel_id from devices where id = s.device_id offset 0) d
    left join lateral ${chatSql('m', 'd.channel_id')} chat on true
    where ${isNumberSql('d.engine')} and ${isWanted('s.account_id', `'${MESSAGE_MEDIA.type}'`)}
  ), ${announce(MESSAGE_MEDIA, {
    device_uuid: 'e.device_uuid',
    timestamp: 'kurir_iso(e.happened_at)',
    message_id: 'e.public_id',
    wa_message_id: 'e.wa_message_id',
    conversation_id: 'e.conversation_uuid',
    phone: 'coalesce(e.sender, e.phone)',
    chat: groupChatSql(isGroupSql('e.phone')),
    media: ':media::json',
    reason: 'e.reason',
  })}
  select exists (select from settled) as is_settled, exists (select from announced) as is_announced`;

export interface StoredFile {
  mimetype: string;
  size: number;
  sha256: Buffer;
  hasThumbnail: boolean;
}

export const settleStored = statement<Claimed & StoredFile, Settled>(
  'media.settle_stored',
  settle(`state = 'stored', reason = null, source = null, mimetype = :mimetype::text, size = :size::bigint,
      sha256 = :sha256::bytea, has_thumbnail = :hasThumbnail::boolean`),
).one;

export const fail = statement<Claimed & { reason: MediaReason }, Settled>(
  'media.fail',
  settle(`state = 'failed', reason = :reason::text`),
).one;
