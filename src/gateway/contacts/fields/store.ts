import { statement } from '../../../platform/lib/db/statement.ts';
import type { FieldType } from './schema.ts';
import type { FieldTarget } from './values.ts';

export interface FieldRow {
  id: number;
  field_uuid: string;
  name: string;
  type: FieldType;
  choices: string[];
  created_at: Date;
}

const COLUMNS = 'id, field_uuid, name, type, choices, created_at';

interface Of {
  accountId: number;
  target: FieldTarget;
}

/** The oldest first. */
export const listFields = statement<Of, FieldRow>(
  'contacts.list_fields',
  `select ${COLUMNS} from contact_fields where account_id = :accountId and target = :target
   order by id`,
).all;

export const findField = statement<Of & { uuid: string }, FieldRow>(
  'contacts.find_field',
  `select ${COLUMNS} from (select * from contact_fields where field_uuid = :uuid::uuid offset 0) f
   where account_id = :accountId and target = :target`,
).first;

/** Undefined: the name is taken. */
export const insertField = statement<
  Of & { name: string; type: FieldType; choices: readonly string[]; now: Date },
  FieldRow
>(
  'contacts.insert_field',
  `insert into contact_fields (account_id, target, name, type, choices, created_at)
   values (:accountId, :target, :name, :type, :choices::text[], :now)
   on conflict (account_id, name) do nothing returning ${COLUMNS}`,
).inTx.first;

export const setChoices = statement<
  { accountId: number; uuid: string; choices: readonly string[] },
  FieldRow
>(
  'contacts.set_field_choices',
  `update contact_fields set choices = :choices::text[]
   where field_uuid = :uuid::uuid and account_id = :accountId and type = 'choice' returning ${COLUMNS}`,
).inTx.first;

export const deleteField = statement<{ accountId: number; uuid: string }, { id: number }>(
  'contacts.delete_field',
  'delete from contact_fields where field_uuid = :uuid::uuid and account_id = :accountId returning id',
).inTx.first;

/** Reads all contacts of the account. */
export const countValues = statement<{ accountId: number; key: string }, { count: number }>(
  'contacts.count_field_values',
  `select count(*)::int as count from contacts
   where account_id = :accountId and fields is not null and fields ? :key::text`,
).one;

/** Takes values of deleted fields from the next contacts. Undefined: there are no more. */
export const dropValues = statement<
  { accountId: number; after: number; limit: number },
  { last: number | null }
>(
  'contacts.drop_field_values',
  `with next as materialized (
     select id, place from contacts where account_id = :accountId and place > :after
     order by place limit :limit::bigint
   ), dropped as (
     update contacts c set fields = kurir_contact_fields(c.account_id, null, c.fields)
     where c.id = any (array(select id from next)) and c.fields is not null
       and c.fields is distinct from kurir_contact_fields(c.account_id, null, c.fields)
   )
   select max(place) as last from next`,
).inTx.one;
