import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { Interactive, OutboundMessage } from '../../engines/engine.ts';
import type { Capabilities, MessageType } from '../../engines/kinds.ts';
import type { OutboundDetails } from '../outbound-details.ts';
import { hasPresentOwner, isFirstOfBot } from '../queue/owner-checks.ts';

export interface MessageContent {
  phone: string;
  type: MessageType;
  body: string | null;
  media_url: string | null;
  interactive: Interactive | null;
  details: OutboundDetails | null;
  prepared: Uint8Array | null;
}

export interface ClaimedMessage extends MessageContent {
  id: number;
  device_id: number;
  reserved_wa_id: string;
  attempts: number;
  maybe_written: boolean;
  epoch: number;
  /** The next bot message to the conversation waits for its end. */
  is_bot: boolean;
}

export function outboundOf(message: MessageContent & { reserved_wa_id: string }): OutboundMessage {
  const { details } = message;
  return {
    waMessageId: message.reserved_wa_id,
    to: message.phone,
    type: message.type,
    // The engine gets the kind itself.
    body: details?.note === undefined ? message.body : details.note,
    mediaUrl: message.media_url,
    interactive: message.interactive,
    template: details?.template ?? null,
    quote: details?.quote ?? null,
    location: details?.location,
    contacts: details?.contacts,
    voice: details?.voice,
    viewOnce: details?.view_once,
    until: details?.until === undefined ? undefined : new Date(details.until),
    prepared: message.prepared,
  };
}

/** `only_ready` excludes messages with a file, and later messages to their recipients. */
export interface DeviceCapacity {
  device_id: number;
  account_id: number;
  epoch: number;
  capacity: number;
  only_ready: boolean;
}

export interface DueQuery {
  nodeId: string;
  devices: readonly DeviceCapacity[];
  preparedTypes: readonly MessageType[];
  /** On this node. */
  inFlight: readonly number[];
  /** For messages without a provider id. Their number limits the answer. */
  freshIds: readonly string[];
  now: Date;
}

interface DueParams {
  nodeId: string;
  deviceIds: readonly number[];
  accountIds: readonly number[];
  epochs: readonly number[];
  capacities: readonly number[];
  onlyReady: readonly boolean[];
  preparedTypes: readonly MessageType[];
  inFlight: string;
  freshIds: readonly string[];
  now: Date;
}

const dueMessages = (which: string, lock: string) => `
  leased as materialized (
    select l.device_id, l.epoch, r.capacity, r.only_ready
    from unnest(:deviceIds::bigint[], :accountIds::bigint[], :epochs::bigint[], :capacities::int[], :onlyReady::bool[])
      with ordinality as r (device_id, account_id, epoch, capacity, only_ready, position)
    cross join lateral (
      select device_id, epoch from device_leases
      where device_id = r.device_id and epoch = r.epoch and node_id = :nodeId
        and (select status from accounts where id = r.account_id) = 'active' offset 0
    ) l
    order by r.position
  ), due as materialized (
    select m.id, m.maybe_written, r.epoch, row_number() over () as position
    from leased r cross join lateral (
      select id, maybe_written from messages
      -- A subquery is hashed once. An array is compared item by item.
      where device_id = r.device_id and due and not_before <= :now
        and id not in (select unnest(:inFlight::bigint[])) ${which}
        and (not r.only_ready or (
          (prepared is not null or type <> all (:preparedTypes::text[]))
          and phone <> all (array(
            select distinct f.phone from messages f
            where f.device_id = r.device_id and f.due and f.prepared is null and f.type = any (:preparedTypes::text[])
          ))
        ))
        and ${hasPresentOwner('messages')} and ${isFirstOfBot('messages')}
      order by id limit r.capacity ${lock}
    ) m
    limit cardinality(:freshIds::text[])
  )`;

/**
 * Marks ready messages as written; returns the earlier `maybe_written`. For a broadcast, `not_before` becomes the
 * departure.
 */
const CLAIM_DUE = statement<DueParams, ClaimedMessage>(
  'dispatch.claim_due',
  `with ${dueMessages('', 'for update skip locked')}
  update messages m set
    reserved_wa_id = coalesce(m.reserved_wa_id, (:freshIds::text[])[due.position]),
    maybe_written = m.maybe_written or m.prepared is not null or m.type <> all (:preparedTypes::text[]),
    not_before = case when m.broadcast_id is null then m.not_before else :now end
  from due where m.id = due.id
  returning m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.details, m.prepared,
    m.reserved_wa_id, m.attempts, due.maybe_written, due.epoch, m.source is not distinct from 'bot' as is_bot`,
);

const LIST_DUE = statement<DueParams, ClaimedMessage>(
  'dispatch.list_due',
  `with ${dueMessages('and not maybe_written', '')}, reserved as (
    update messages m set reserved_wa_id = (:freshIds::text[])[due.position]
    from due
    where m.id = due.id and m.reserved_wa_id is null and m.prepared is null and m.type = any (:preparedTypes::text[])
  )
  select m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.details, m.prepared,
    coalesce(m.reserved_wa_id, (:freshIds::text[])[due.position]) as reserved_wa_id, m.attempts, due.maybe_written,
    due.epoch, m.source is not distinct from 'bot' as is_bot
  from due join messages m on m.id = due.id`,
);

const STATEMENTS = { line: CLAIM_DUE, calls: LIST_DUE };

/**
 * Oldest first, at most `capacity` per leased device of an active account.
 * - line: commits the provider ids. Ready messages count as written until `deferMessages`. Those of a broadcast count
 *   for its throttle now.
 * - calls: `markWritten` commits the provider id; only messages with a file get it here, because they may fail before.
 *   Omits possibly written messages.
 */
export async function claimDue(
  db: Queryable,
  transport: Capabilities['transport'],
  { nodeId, devices, preparedTypes, inFlight, freshIds, now }: DueQuery,
): Promise<ClaimedMessage[]> {
  const rows = await STATEMENTS[transport].all(db, {
    nodeId,
    deviceIds: devices.map((device) => device.device_id),
    accountIds: devices.map((device) => device.account_id),
    epochs: devices.map((device) => device.epoch),
    capacities: devices.map((device) => device.capacity),
    onlyReady: devices.map((device) => device.only_ready),
    preparedTypes,
    // A literal: the driver would quote thousands of ids.
    inFlight: `{${inFlight.join(',')}}`,
    freshIds,
    now,
  });
  return rows.sort((a, b) => a.id - b.id);
}
