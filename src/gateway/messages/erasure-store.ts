import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { Erased } from '../../platform/lib/erasing.ts';
import { isGroupSql } from '../people/identity.ts';
import { memberSql } from './received-rows.ts';

interface OfPhones {
  accountId: number;
  phones: readonly string[];
}

export interface FoundMessage {
  id: number;
  phone: string;
  is_queued: boolean;
  maybe_written: boolean;
}

/** Newest first, so that what waits is withdrawn first. Also what the person wrote in groups. */
export const findMessages = statement<OfPhones & { lastId: number; limit: number }, { id: number }>(
  'messages.find_erased',
  `select id from (
     select m.id
     from (select id from devices where account_id = :accountId offset 0) d
     cross join unnest(:phones::text[]) as p (phone)
     cross join lateral (
       select id from messages
       where device_id = d.id and phone = p.phone and length(phone) <= 512 and id <= :lastId::bigint
       order by id desc limit :limit::bigint
     ) m
     union
     select m.id
     from unnest(:phones::text[]) as p (phone)
     cross join lateral (
       select id from messages
       where account_id = :accountId and ${memberSql('details')} = p.phone and ${isGroupSql('phone')}
         and id <= :lastId::bigint
       limit :limit::bigint
     ) m
   ) found
   order by id desc limit :limit::bigint`,
).all;

export const lockMessages = statement<{ ids: readonly number[] }, FoundMessage>(
  'messages.lock_erased',
  `select id, phone, status = 'queued' as is_queued, maybe_written from messages
   where id = any (:ids::bigint[]) order by id for update`,
).inTx.all;

/** Which automation sent it, and whether it was an edit, are figures. The reserved id is needed until the end. */
export const anonymise = statement<{ ids: readonly number[]; pseudonym: string }>(
  'messages.anonymise',
  `update messages set phone = :pseudonym, body = null, media_url = null, interactive = null, prepared = null,
     idempotency_key = null, fingerprint = null, wa_message_id = null, error_message = null, warning = null,
     details = nullif(jsonb_strip_nulls(jsonb_build_object(
       'automation', details -> 'automation', 'edit', case when details ? 'edit' then '{}'::jsonb end
     )), '{}')
   where id = any (:ids::bigint[])`,
).inTx.run;

export const forgetReservedIds = statement<{ ids: readonly number[] }>(
  'messages.forget_reserved_ids',
  'update messages set reserved_wa_id = null where id = any (:ids::bigint[]) and reserved_wa_id is not null',
).inTx.run;

const DELETE_CHANGES = statement<OfPhones & { limit: number }>(
  'messages.erase_changes',
  `delete from message_changes where id = any (array(
     (select c.id
     from (select id from devices where account_id = :accountId offset 0) d
     cross join unnest(:phones::text[]) as p (phone)
     cross join lateral (
       select id from message_changes where device_id = d.id and phone = p.phone limit :limit::bigint
     ) c
     limit :limit::bigint)
     union all
     (select c.id
     from unnest(:phones::text[]) as p (phone)
     cross join lateral (
       select id from message_changes where account_id = :accountId and author = p.phone limit :limit::bigint
     ) c
     limit :limit::bigint)
   ))`,
);

export const deleteChanges = (db: Queryable, { accountId, phones }: Erased, limit: number) =>
  DELETE_CHANGES.run(db, { accountId, phones, limit });

const DELETE_NOTED = statement<OfPhones>(
  'messages.erase_noted',
  `with device as materialized (select id from devices where account_id = :accountId),
   replies as (
     delete from quick_replies q
     where q.device_id = any (array(select id from device)) and q.phone = any (:phones::text[])
   )
   delete from due_read_receipts r
   where r.device_id = any (array(select id from device)) and r.phone = any (:phones::text[])`,
);

/** What is kept for hours. */
export const deleteNoted = (db: Queryable, { accountId, phones }: Erased) =>
  DELETE_NOTED.run(db, { accountId, phones });

/** A history of all chats, which is not read yet, is `due`. */
export const findUpdates = statement<
  { accountId: number; after: number; limit: number; pattern: string },
  { id: number; is_named: boolean; due: boolean }
>(
  'messages.find_erased_updates',
  `select id, payload::text ~ :pattern as is_named, due from (
     (select * from official_updates where account_id = :accountId and id > :after::bigint and due
      order by id limit :limit::bigint)
     union all
     (select * from official_updates where account_id = :accountId and id > :after::bigint and not due
      order by id limit :limit::bigint)
   ) u order by id limit :limit::bigint`,
).all;

export const deleteUpdates = statement<{ ids: readonly number[] }>(
  'messages.erase_updates',
  'delete from official_updates where id = any (:ids::bigint[])',
).inTx.run;
