import { cut } from '../lib/text.ts';
import type { Applied } from '../messages/changes/applied.ts';
import type { HistoryRow } from '../messages/history/history.ts';
import type { ShownMessage } from './history.ts';
import type { Conversation, HistoryMessage } from './schema.ts';
import type { ConversationRow } from './store.ts';

const MAX_PREVIEW = 500;

/** The last message of a list has neither meaning nor changes. */
export function viewMessage(row: HistoryRow & Partial<ShownMessage>): HistoryMessage {
  const { meaning, applied } = row;
  const isDeleted = applied?.deleted_at && row.direction === 'in';
  return {
    id: row.public_id,
    direction: row.direction,
    author: row.source,
    type: row.type,
    status: row.status,
    // A deletion can arrive before its message.
    body: isDeleted ? null : row.body,
    media_url: row.media_url,
    interactive: row.interactive,
    wa_message_id: row.wa_message_id,
    created_at: row.created_at.toISOString(),
    ...(!isDeleted && meaning),
    ...(applied && viewApplied(applied)),
    ...(row.status === 'failed' && {
      error: { code: row.error_code ?? 'unknown', message: row.error_message ?? 'No reason was reported.' },
    }),
  };
}

/** Each key only with a value. */
function viewApplied({ reactions, edits, votes, deleted_at }: Applied) {
  const dated = <T extends { at: Date }>(one: T) => ({ ...one, at: one.at.toISOString() });
  return {
    ...(reactions.length > 0 && { reactions: reactions.map(dated) }),
    ...(edits.length > 0 && { edits: edits.map(dated) }),
    ...(votes.length > 0 && { votes: votes.map(dated) }),
    ...(deleted_at && { deleted_at: deleted_at.toISOString() }),
  };
}

export interface ConversationDetail extends ConversationRow {
  /** Of the contact, or of the person. */
  name: string | null;
  last_message: HistoryRow | null;
  reply_window_until: Date | null;
}

export function viewConversation(row: ConversationDetail): Conversation {
  return {
    id: row.conversation_uuid,
    device_uuid: row.device_uuid,
    person: { id: row.person_uuid, name: row.name, phone: row.phone },
    owner_state: row.owner_state,
    ownership_version: row.ownership_version,
    owner_since: row.owner_since.toISOString(),
    owner_reason: row.owner_reason,
    assignee: row.assignee,
    labels: row.labels,
    episode: row.episode,
    unread: row.unread,
    waiting_since: iso(row.waiting_since),
    last_customer_at: iso(row.last_customer_at),
    reply_window_until: iso(row.reply_window_until),
    last_human_at: iso(row.last_human_at),
    last_at: row.last_at.toISOString(),
    snoozed_until: iso(row.snoozed_until),
    automation_suppressed: row.automation_suppressed,
    last_message: row.last_message && viewMessage(shortened(row.last_message)),
    created_at: row.created_at.toISOString(),
  };
}

/** Lists show a part of the text. */
const shortened = (row: HistoryRow): HistoryRow => ({ ...row, body: row.body && cut(row.body, MAX_PREVIEW) });

const iso = (at: Date | null) => at?.toISOString() ?? null;
