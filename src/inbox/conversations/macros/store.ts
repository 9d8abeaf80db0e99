import { statement } from '../../../platform/lib/db/statement.ts';
import type { Macro } from './schema.ts';

interface Scope {
  accountId: number;
  /** Null: shared. */
  userId: number | null;
}

/** `withShared`: shared ones may change too. */
interface Owned {
  accountId: number;
  userId: number;
  uuid: string;
  withShared: boolean;
}

export interface MacroRow extends Omit<Macro, 'id'> {
  macro_uuid: string;
}

const COLUMNS = 'macro_uuid, name, key, acts, user_id is null as is_shared';
const IS_OWNED = `macro_uuid = :uuid::uuid and account_id = :accountId
  and (user_id = :userId or user_id is null and :withShared)`;

/** Shared ones first, each by name. */
export const listMacros = statement<{ accountId: number; userId: number; limit: number }, MacroRow>(
  'conversations.list_macros',
  `select ${COLUMNS} from inbox_macros
   where account_id = :accountId and (user_id is null or user_id = :userId)
   order by user_id is null desc, name limit :limit::bigint`,
).all;

/** Of the user, or shared when `withShared`. */
export const findMacro = statement<Owned, MacroRow>(
  'conversations.find_macro',
  `select ${COLUMNS} from inbox_macros where ${IS_OWNED}`,
).first;

/** One change of an account's macros at a time, for number, names and keys. */
export const lockMacros = statement<{ accountId: number }>(
  'conversations.lock_macros',
  `select pg_advisory_xact_lock(hashtextextended('inbox macros of an account', :accountId::bigint))`,
).inTx.run;

/** What the other macros of the scope have. `uuid`: null for a new macro. */
export const countTaken = statement<
  Scope & { uuid: string | null; name: string; key: string | null },
  { count: number; names: number; keys: number }
>(
  'conversations.count_taken_macros',
  `select count(*)::int as count, count(*) filter (where name = :name::text)::int as names,
     count(*) filter (where key = :key::text)::int as keys
   from inbox_macros
   where account_id = :accountId and user_id is not distinct from :userId::bigint
     and macro_uuid is distinct from :uuid::uuid`,
).inTx.one;

interface Saved {
  name: string;
  key: string | null;
  acts: string;
}

export const insertMacro = statement<Scope & Saved & { now: Date }, MacroRow>(
  'conversations.insert_macro',
  `insert into inbox_macros (account_id, user_id, name, key, acts, created_at)
   values (:accountId, :userId::bigint, :name, :key::text, :acts::jsonb, :now::timestamptz)
   returning ${COLUMNS}`,
).inTx.one;

/** `ownerId`: null shares it. */
export const updateMacro = statement<Owned & Saved & { ownerId: number | null }, MacroRow>(
  'conversations.update_macro',
  `update inbox_macros set name = :name, key = :key::text, acts = :acts::jsonb, user_id = :ownerId::bigint
   where ${IS_OWNED} returning ${COLUMNS}`,
).inTx.first;

export const deleteMacro = statement<Owned, { macro_uuid: string }>(
  'conversations.delete_macro',
  `delete from inbox_macros where ${IS_OWNED} returning macro_uuid`,
).inTx.first;
