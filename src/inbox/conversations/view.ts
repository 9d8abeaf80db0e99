import type { Applied } from '../../gateway/messages/changes/applied.ts';
import { isImported } from '../../gateway/messages/imports/import.ts';
import { type OutboundDetails, typeOf } from '../../gateway/messages/outbound-details.ts';
import type { ReplyWindow } from '../../gateway/messages/reply-window/reply-window.ts';
import { isGroup } from '../../gateway/people/identity.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { uploadIn } from '../../platform/lib/media/upload-url.ts';
import { cut } from '../../platform/lib/text.ts';
import type { Conversation, HistoryMessage } from './schema.ts';
import type { ShownMessage } from './shown-messages.ts';
import type { ConversationRow } from './store.ts';
import type { TouchRow } from './touches/touch.ts';

/** In UTF-16 units. */
const MAX_PREVIEW = 500;
const MAX_EDIT = 300;
const MAX_SHORT = 100;
const MAX_ITEMS = 3;

/** Paths are those of the reader. */
export type Reader = Pick<Sight, 'isUser'>;

export function viewMessage(row: ShownMessage, reader: Reader): HistoryMessage {
  const { meaning, applied, media } = row;
  const isDeleted = applied?.deleted_at && row.direction === 'in';
  return {
    id: row.public_id,
    direction: row.direction,
    author: row.source,
    ...(row.source === 'staff' && writtenBy(row)),
    ...(row.source === 'bot' && automatedBy(row)),
    ...typeOf({ ...row, template: templateOf(row) }),
    status: row.status,
    // A deletion can arrive before its message.
    body: isDeleted ? null : row.body,
    ...fileOf(row),
    ...(row.direction === 'out' && row.details?.voice === true && { voice: true as const }),
    ...(row.direction === 'out' && row.details?.view_once === true && { view_once: true as const }),
    interactive: row.interactive,
    wa_message_id: row.wa_message_id,
    created_at: row.created_at.toISOString(),
    ...(row.details?.standby === true && { standby: true as const }),
    ...(isImported(row.id) && { imported: true as const }),
    ...(isDeleted ? meaning.sender && { sender: meaning.sender } : meaning),
    ...(applied && viewApplied(applied)),
    ...(media && { media: { ...media, url: fileUrl(row, reader) } }),
    ...(row.status === 'failed' && {
      error: { code: row.error_code ?? 'unknown', message: row.error_message ?? 'No reason was reported.' },
    }),
    ...(row.status === 'queued' && row.kept_reason && { kept_reason: row.kept_reason }),
    ...(row.warning && { warning: row.warning }),
  };
}

/** An uploaded file shows by its id. */
function fileOf({ media_url }: ShownMessage): Pick<HistoryMessage, 'media_url' | 'media_id'> {
  const upload = uploadIn(media_url);
  return upload ? { media_url: null, media_id: upload.id } : { media_url };
}

/** Replies of phones have details of the provider. */
const templateOf = ({ direction, source, details }: ShownMessage) =>
  direction === 'out' && source !== 'phone' ? ((details as OutboundDetails | null)?.template ?? null) : null;

const fileUrl = ({ public_id }: ShownMessage, { isUser }: Reader) =>
  public_id === null ? null : `${isUser ? '/app/api' : '/v1'}/messages/${public_id}/media`;

/** Missing without a name. */
function writtenBy({ details }: ShownMessage): { actor?: string } {
  const actor = details?.actor;
  return typeof actor === 'string' ? { actor } : {};
}

/** Missing on messages of older versions. */
function automatedBy({ details }: ShownMessage): Pick<HistoryMessage, 'source' | 'automation'> {
  // Written by `sendAsBot` alone.
  const origin = details?.automation as HistoryMessage['automation'] | undefined;
  return { source: 'automation', ...(origin && { automation: origin }) };
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
  answer_due_at: Date | null;
  /** Of the contact, or of the person. */
  name: string | null;
  last_message: ShownMessage | null;
  /** Null: never written, or the last message. */
  last_customer_message: ShownMessage | null;
  reply_window: ReplyWindow;
  first_touch: TouchRow | null;
  last_touch: TouchRow | null;
}

export function viewConversation(row: ConversationDetail, reader: Reader): Conversation {
  return {
    id: row.conversation_uuid,
    device_uuid: row.device_uuid,
    person: { id: row.person_uuid, name: row.name, phone: row.phone },
    ...(isGroup(row.phone) && { chat: 'group' as const }),
    owner_state: row.owner_state,
    ownership_version: row.ownership_version,
    owner_since: row.owner_since.toISOString(),
    owner_reason: row.owner_reason,
    assignee: row.assignee,
    team: row.team,
    labels: row.labels,
    fields: row.fields,
    episode: row.episode,
    unread: row.unread,
    waiting_since: iso(row.waiting_since),
    answer_due_at: iso(row.answer_due_at),
    last_customer_at: iso(row.last_customer_at),
    reply_window_until: iso(row.reply_window.until),
    takes_free_text: row.reply_window.isOpen,
    last_human_at: iso(row.last_human_at),
    last_at: row.last_at.toISOString(),
    snoozed_until: iso(row.snoozed_until),
    standby_since: iso(row.standby_since),
    automation_suppressed: row.automation_suppressed,
    last_message: row.last_message && shortened(viewMessage(row.last_message, reader)),
    ...(row.last_customer_message && {
      last_customer_message: shortened(viewMessage(row.last_customer_message, reader)),
    }),
    first_touch: row.first_touch && viewTouch(row.first_touch),
    last_touch: row.last_touch && viewTouch(row.last_touch),
    created_at: row.created_at.toISOString(),
  };
}

/** Lists show two per conversation. */
const MAX_HEADLINE = 60;

function viewTouch({
  kind,
  entry_point_uuid,
  entry_point_name,
  referral,
  at,
}: TouchRow): NonNullable<Conversation['first_touch']> {
  return {
    kind,
    entry_point_id: entry_point_uuid,
    name: entry_point_name,
    ad_id: referral?.ad_id ?? null,
    ctwa_clid: referral?.ctwa_clid ?? null,
    headline: referral?.headline ? cut(referral.headline, MAX_HEADLINE) : null,
    at: at.toISOString(),
  };
}

/** For lists to choose from. */
export function shortened(message: HistoryMessage): HistoryMessage {
  const { choices: _, template: __, ...kept } = message;
  const { body, note, location, contacts, poll, order, product, answers, event, quote, edits, media } = kept;
  return {
    ...kept,
    body: body && cut(body, MAX_PREVIEW),
    ...(note && { note: cut(note, MAX_PREVIEW) }),
    interactive: null,
    ...(location && {
      location: { ...location, name: short(location.name), address: short(location.address) },
    }),
    ...(contacts && {
      contacts: contacts
        .slice(0, MAX_ITEMS)
        .map(({ name, phones }) => ({ name: short(name), phones: phones.slice(0, 1) })),
    }),
    ...(poll && {
      poll: {
        question: cut(poll.question, MAX_SHORT),
        options: poll.options.slice(0, MAX_ITEMS).map((option) => cut(option, MAX_SHORT)),
      },
    }),
    ...(order && { order: { ...order, items: order.items.slice(0, MAX_ITEMS) } }),
    ...(product && { product: { ...product, description: short(product.description) } }),
    ...(answers && {
      answers: answers
        .slice(0, MAX_ITEMS)
        .map((answer) => ({ ...answer, value: cut(answer.value, MAX_SHORT) })),
    }),
    ...(event && { event: { ...event, description: short(event.description) } }),
    ...(quote && { quote: { ...quote, excerpt: short(quote.excerpt) } }),
    ...(edits && {
      edits: edits.slice(-1).map(({ body, at }) => ({ body: body && cut(body, MAX_EDIT), at })),
    }),
    ...(media && { media: { ...media, file_name: short(media.file_name) } }),
  };
}

const short = (text: string | null) => text && cut(text, MAX_SHORT);

const iso = (at: Date | null) => at?.toISOString() ?? null;
