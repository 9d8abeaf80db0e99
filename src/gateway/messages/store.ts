import { statement } from '../../platform/lib/db/statement.ts';
import { seesMessage } from '../devices/channels/channel.ts';
import type { Pricing } from '../engines/callbacks.ts';
import type { KeptReason, OutboundTemplate } from '../engines/engine.ts';
import { templateIn } from './queue/outbound-columns.ts';
import { findByPublicId, publicIdOf } from './queue/public-ids.ts';
import type { MessageStatus } from './schema.ts';

export interface MessageRow {
  public_id: number;
  status: MessageStatus;
  wa_message_id: string | null;
  type: string;
  created_at: Date;
  error_code: string | null;
  error_message: string | null;
  template: OutboundTemplate | null;
  pricing?: Pricing | null;
  kept_reason?: KeptReason | null;
  warning?: { code: string; message: string } | null;
}

const COLUMNS = `
  ${publicIdOf('m')} as public_id, status, wa_message_id, type, created_at, error_code, error_message, pricing,
  kept_reason, warning, ${templateIn('m')} as template`;

export const findMessage = statement<
  { accountId: number; deviceIds: readonly number[] | null; publicId: number },
  MessageRow
>(
  'messages.find',
  `select m.public_id, status, wa_message_id, type, created_at, error_code, error_message, pricing, kept_reason,
     warning, template
   from (${findByPublicId(`m.id, m.device_id, ${COLUMNS}`, ':accountId', ':publicId')}) m
   where ${seesMessage('m')}`,
).first;

/** Rows of all accounts, to bound the read. */
export const MAX_LATEST = 10_000;

export type ListedMessage = {
  /** Null for an inbound message. */
  id: number | null;
  direction: 'out' | 'in';
  phone: string;
  type: string;
  status: string;
  error: string | null;
  created_at: Date;
  account_id: number;
  device_uuid: string;
};

/** Of all accounts, newest first. */
export const listLatest = statement<
  { account_id: number | null; device_uuid: string | null; limit: number },
  ListedMessage
>(
  'messages.list_latest',
  `select case m.direction when 'out' then ${publicIdOf('m')} end as id, m.direction, m.phone,
     case when ${templateIn('m')} is null then m.type else 'template' end as type, m.status,
     m.error_code as error, m.created_at, m.account_id, d.device_uuid
   from (select * from messages order by id desc limit ${MAX_LATEST}) m
   cross join lateral (select device_uuid from devices where id = m.device_id offset 0) d
   where m.account_id = coalesce(:account_id::bigint, m.account_id)
     and d.device_uuid = coalesce(:device_uuid::uuid, d.device_uuid)
   order by m.id desc limit :limit::bigint`,
).all;
