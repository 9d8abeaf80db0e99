import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { OUTBOUND_COLUMNS, ofSome, outboundValues } from './outbound-columns.ts';
import { takePublicIds } from './public-ids.ts';
import type { Source } from './states.ts';

export interface Origin {
  account_id: number;
  source: Source;
  author_id: number | null;
  broadcast_id: number | null;
}

export interface NewMessage {
  device_id: number;
  conversation?: { id: number; ownership_version: number };
  /** Null: at once. */
  not_before?: Date | null;
  phone: string;
  type: string;
  body: string | null;
  media_url: string | null;
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
    source: Source;
    authorId: number | null;
    broadcastId: number | null;
    deviceIds: readonly number[];
    conversationIds: readonly (number | null)[] | null;
    ownershipVersions: readonly (number | null)[] | null;
    notBefores: readonly (Date | null)[] | null;
    phones: readonly string[];
    types: readonly string[];
    bodies: readonly (string | null)[];
    mediaUrls: readonly (string | null)[];
    interactives: readonly (string | null)[];
    recipientIndexes: readonly (number | null)[];
    details: readonly (string | null)[] | null;
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
      deviceId: 'c.device_id',
      source: ':source',
      authorId: ':authorId',
      publicId: 'ids.before + c.n',
      content: 'c',
      now: ':now',
    })}, :broadcastId, c.broadcast_place, c.conversation_id, c.ownership_version,
      coalesce(c.not_before, '-infinity')
    from unnest(:phones::text[], :types::text[], :bodies::text[], :mediaUrls::text[], :interactives::text[],
      :recipientIndexes::int[], :details::text[], :deviceIds::bigint[], :conversationIds::bigint[],
      :ownershipVersions::bigint[], :notBefores::timestamptz[]) with ordinality
      as c (phone, type, body, media_url, interactive, broadcast_place, details, device_id, conversation_id,
        ownership_version, not_before, n)
    cross join ids order by c.n
    returning id, public_id
  )
  select id, public_id from inserted order by id`,
);

/** In the order of the messages. */
export async function insertWaiting(
  db: Queryable,
  origin: Origin,
  messages: readonly NewMessage[],
  now: Date,
): Promise<InsertedMessage[]> {
  return INSERT.all(db, {
    accountId: origin.account_id,
    source: origin.source,
    authorId: origin.author_id,
    broadcastId: origin.broadcast_id,
    deviceIds: messages.map((message) => message.device_id),
    conversationIds: ofSome(messages.map(({ conversation }) => conversation?.id)),
    ownershipVersions: ofSome(messages.map(({ conversation }) => conversation?.ownership_version)),
    notBefores: ofSome(messages.map(({ not_before }) => not_before)),
    phones: messages.map((message) => message.phone),
    types: messages.map((message) => message.type),
    bodies: messages.map((message) => message.body),
    mediaUrls: messages.map((message) => message.media_url),
    interactives: messages.map((message) => message.interactive),
    recipientIndexes: messages.map((message) => message.broadcast_place),
    details: ofSome(messages.map(({ details }) => details)),
    now,
  });
}

/** After a loss of the newest transactions: their ids are not given again. */
export const skipPublicIds = statement<{ skipped: number }>(
  'messages.skip_public_ids',
  'update message_counters set last_public_id = last_public_id + :skipped::bigint',
).inTx.run;
