import { type Queryable, statement } from '../../lib/db/statement.ts';
import { detailsOf, OUTBOUND_COLUMNS, outboundValues } from './outbound-columns.ts';
import { takePublicIds } from './public-ids.ts';
import type { Source } from './states.ts';

/** Where queued messages come from. */
export interface Origin {
  account_id: number;
  device_id: number;
  source: Source;
  /** A member of staff or an automation. */
  author_id: number | null;
  broadcast_id: number | null;
  /** Of staff and automations. */
  conversation?: { id: number; ownership_version: number };
  /** They are sent from then on. Null: at once. */
  not_before?: Date | null;
}

export interface NewMessage {
  phone: string;
  type: string;
  body: string | null;
  media_url: string | null;
  /** JSON. */
  interactive: string | null;
  /** `OutboundDetails` as JSON. */
  details?: string | null;
  broadcast_place: number | null;
}

export interface InsertedMessage {
  id: number;
  public_id: number;
}

const INSERT = statement<
  {
    accountId: number;
    deviceId: number;
    source: Source;
    authorId: number | null;
    broadcastId: number | null;
    conversationId: number | null;
    ownershipVersion: number | null;
    phones: readonly string[];
    types: readonly string[];
    bodies: readonly (string | null)[];
    mediaUrls: readonly (string | null)[];
    interactives: readonly (string | null)[];
    recipientIndexes: readonly (number | null)[];
    details: readonly (string | null)[] | null;
    notBefore: Date | null;
    now: Date;
  },
  InsertedMessage
>(
  'queue.insert',
  `with ids as (
    ${takePublicIds('select :accountId::bigint as account_id, cardinality(:phones::text[]) as messages')}
  ), inserted as (
    insert into messages (${OUTBOUND_COLUMNS}, broadcast_id, broadcast_place, conversation_id,
      ownership_version, not_before)
    select ${outboundValues({
      accountId: ':accountId',
      deviceId: ':deviceId',
      source: ':source',
      authorId: ':authorId',
      publicId: 'ids.before + c.n',
      content: 'c',
      now: ':now',
    })}, :broadcastId, c.broadcast_place, :conversationId::bigint, :ownershipVersion::bigint,
      coalesce(:notBefore::timestamptz, '-infinity')
    from unnest(:phones::text[], :types::text[], :bodies::text[], :mediaUrls::text[], :interactives::text[],
      :recipientIndexes::int[], :details::text[]) with ordinality
      as c (phone, type, body, media_url, interactive, broadcast_place, details, n)
    cross join ids order by c.n
    returning id, public_id
  )
  select id, public_id from inserted order by id`,
);

/** Returns the rows in the order of the messages. */
export async function insertWaiting(
  db: Queryable,
  origin: Origin,
  messages: readonly NewMessage[],
  now: Date,
): Promise<InsertedMessage[]> {
  return INSERT.all(db, {
    accountId: origin.account_id,
    deviceId: origin.device_id,
    source: origin.source,
    authorId: origin.author_id,
    broadcastId: origin.broadcast_id,
    conversationId: origin.conversation?.id ?? null,
    ownershipVersion: origin.conversation?.ownership_version ?? null,
    phones: messages.map((message) => message.phone),
    types: messages.map((message) => message.type),
    bodies: messages.map((message) => message.body),
    mediaUrls: messages.map((message) => message.media_url),
    interactives: messages.map((message) => message.interactive),
    recipientIndexes: messages.map((message) => message.broadcast_place),
    details: detailsOf(messages),
    notBefore: origin.not_before ?? null,
    now,
  });
}
