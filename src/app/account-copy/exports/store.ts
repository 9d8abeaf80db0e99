import type { Actor } from '../../../platform/lib/actor.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'removed'] as const;
export const EXPORT_PROBLEMS = ['too_large', 'failed'] as const;

export interface ExportRow {
  id: string;
  /** Each attempt has its own. */
  file_id: string | null;
  account_id: number;
  state: (typeof EXPORT_STATES)[number];
  actor: Actor['type'];
  actor_id: string | null;
  requested_at: Date;
  attempts: number;
  steps: number;
  total_steps: number;
  size: number | null;
  sha256: Buffer | null;
  error: (typeof EXPORT_PROBLEMS)[number] | null;
  finished_at: Date | null;
  remove_at: Date | null;
}

/** None: another one is under way. */
export const insertExport = statement<
  { accountId: number; actor: string; actorId: string | null; now: Date },
  ExportRow
>(
  'account_exports.insert',
  `insert into account_exports (account_id, actor, actor_id, requested_at) values (:accountId, :actor, :actorId, :now)
   on conflict (account_id) where state in ('waiting', 'running') do nothing
   returning *`,
).inTx.first;

export const listExports = statement<{ accountId: number; limit: number }, ExportRow>(
  'account_exports.list',
  `select * from account_exports where account_id = :accountId
   order by requested_at desc, id desc limit :limit::bigint`,
).all;

export const findExport = statement<{ accountId: number; id: string }, ExportRow>(
  'account_exports.find',
  'select * from account_exports where account_id = :accountId and id = :id::uuid',
).first;

export const listOpen = statement<NoParams, { account_id: number }>(
  'account_exports.list_open',
  `select account_id from account_exports where state in ('waiting', 'running')`,
).all;

/** The attempt that begins. */
export const startExport = statement<{ accountId: number }, ExportRow>(
  'account_exports.start',
  `update account_exports set state = 'running', attempts = attempts + 1, steps = 0
   where account_id = :accountId and state in ('waiting', 'running') returning *`,
).first;

export const noteSteps = statement<{ accountId: number; id: string; steps: number; total: number }>(
  'account_exports.note_steps',
  `update account_exports set steps = :steps::int, total_steps = :total::int
   where account_id = :accountId and id = :id::uuid and state = 'running'`,
).run;

/** It replaces the file before. Undefined: it was withdrawn meanwhile, or another attempt has begun. */
export const finishExport = statement<
  {
    accountId: number;
    id: string;
    fileId: string;
    attempts: number;
    size: number;
    sha256: Buffer;
    now: Date;
    removeAt: Date;
  },
  { account_id: number }
>(
  'account_exports.finish',
  `with made as (
     update account_exports set state = 'done', steps = total_steps, size = :size, sha256 = :sha256,
       finished_at = :now, remove_at = :removeAt, file_id = :fileId::uuid
     where account_id = :accountId and id = :id::uuid and state = 'running' and attempts = :attempts
     returning account_id
   ), replaced as (
     update account_exports old set state = 'removed', remove_at = :now
     from made where old.account_id = made.account_id and old.state = 'done'
   )
   select account_id from made`,
).inTx.first;

export const failExport = statement<{ accountId: number; id: string; error: string; now: Date }>(
  'account_exports.fail',
  `update account_exports set state = 'failed', error = :error, finished_at = :now, remove_at = :now
   where account_id = :accountId and id = :id::uuid and state = 'running'`,
).run;

/** All of the account in these states. */
export const withdrawExports = statement<{
  accountId: number;
  states: readonly ExportRow['state'][];
  now: Date;
}>(
  'account_exports.withdraw',
  `update account_exports set state = 'removed', remove_at = :now
   where account_id = :accountId and state = any (:states::text[])`,
).inTx.run;

/** Files whose time is over. */
export const listRemovals = statement<{ now: Date; limit: number }, { id: string; file_id: string | null }>(
  'account_exports.list_removals',
  'select id, file_id from account_exports where remove_at <= :now order by remove_at limit :limit',
).all;

export const noteRemoval = statement<{ ids: readonly string[] }>(
  'account_exports.note_removal',
  `update account_exports set remove_at = null, state = case when state = 'done' then 'removed' else state end
   where id = any (:ids::uuid[])`,
).run;

export const postponeRemoval = statement<{ ids: readonly string[]; until: Date }>(
  'account_exports.postpone_removal',
  'update account_exports set remove_at = :until where id = any (:ids::uuid[])',
).run;

export const deleteOld = statement<{ before: Date }>(
  'account_exports.delete_old',
  `delete from account_exports
   where remove_at is null and state in ('failed', 'removed') and requested_at < :before`,
).run;
