import { statement } from '../../../platform/lib/db/statement.ts';
import type { InboxView, SaveView } from './schema.ts';

interface Scope {
  accountId: number;
  /** Null: shared. */
  userId: number | null;
}

export interface ViewRow extends Pick<InboxView, 'name' | 'filter' | 'is_shared'> {
  view_uuid: string;
}

const COLUMNS = 'view_uuid, name, filter, user_id is null as is_shared';

/** Those of the user, and shared ones. By name. */
export const listViews = statement<{ accountId: number; userId: number; limit: number }, ViewRow>(
  'conversations.list_views',
  `select ${COLUMNS} from inbox_views
   where account_id = :accountId and (user_id is null or user_id = :userId)
   order by user_id is null desc, name limit :limit::bigint`,
).all;

/** One change of an account's views at a time, for their number. */
export const lockViews = statement<{ accountId: number }>(
  'conversations.lock_views',
  `select pg_advisory_xact_lock(hashtextextended('inbox views of an account', :accountId::bigint))`,
).inTx.run;

export const countOthers = statement<Scope & { name: string }, { count: number }>(
  'conversations.count_other_views',
  `select count(*)::int as count from inbox_views
   where account_id = :accountId and user_id is not distinct from :userId::bigint and name <> :name`,
).inTx.one;

export const saveView = statement<Scope & Pick<SaveView, 'name'> & { filter: string; now: Date }, ViewRow>(
  'conversations.save_view',
  `insert into inbox_views (account_id, user_id, name, filter, created_at)
   values (:accountId, :userId::bigint, :name, :filter::jsonb, :now::timestamptz)
   on conflict (account_id, user_id, name) do update set filter = excluded.filter
   returning ${COLUMNS}`,
).inTx.one;

/** `withShared`: shared ones may go too. */
export const deleteView = statement<{ accountId: number; userId: number; uuid: string; withShared: boolean }>(
  'conversations.delete_view',
  `delete from inbox_views
   where view_uuid = :uuid::uuid and account_id = :accountId
     and (user_id = :userId or user_id is null and :withShared)`,
).run;
