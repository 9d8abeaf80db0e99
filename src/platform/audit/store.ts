import type { Actor } from '../lib/actor.ts';
import type { Db } from '../lib/db/db.ts';
import { statement } from '../lib/db/statement.ts';
import type { Cursor } from '../lib/page.ts';

export interface AuditRow {
  id: number;
  happened_at: Date;
  account_id: number | null;
  actor: Actor['type'];
  actor_id: string | null;
  address: string | null;
  action: string;
  target: string;
  detail: Record<string, unknown>;
}

interface NewEntries {
  at: Date;
  actor: Actor['type'];
  actor_id: string | null;
  address: string | null;
  account_ids: readonly (number | null)[];
  actions: readonly string[];
  targets: readonly string[];
  /** JSON. */
  details: readonly string[];
}

interface PageParams {
  before_at: Date | null;
  before_id: number | null;
  since: Date | null;
  until: Date | null;
  limit: number;
}

export const insertEntries = statement<NewEntries>(
  'audit.insert',
  `insert into audit_log (happened_at, account_id, actor, actor_id, address, action, target, detail)
   select :at::timestamptz, e.account_id, :actor::text, :actor_id::text, :address::text, e.action, e.target, e.detail
   from unnest(:account_ids::bigint[], :actions::text[], :targets::text[], :details::jsonb[])
     as e (account_id, action, target, detail)`,
).inTx.run;

const SHOWN = 'id, happened_at, account_id, actor, actor_id, address, action, target, detail';
const IN_PAGE = `(happened_at, id) < (coalesce(:before_at::timestamptz, 'infinity'), coalesce(:before_id::bigint, 0))
  and happened_at >= coalesce(:since::timestamptz, '-infinity')
  and happened_at <= coalesce(:until::timestamptz, 'infinity')
  order by happened_at desc, id desc limit :limit`;

const LIST = statement<PageParams & { account_id: number }, AuditRow>(
  'audit.list_account',
  `select ${SHOWN} from audit_log where account_id = :account_id and ${IN_PAGE}`,
);
const LIST_OF_ACTOR = statement<
  PageParams & { account_id: number; actor: string; action: string | null },
  AuditRow
>(
  'audit.list_of_actor',
  `select ${SHOWN} from audit_log
   where account_id = :account_id
     and (case when actor in ('operator', 'system') then actor else actor_id end) = :actor::text
     and (:action::text is null or action = :action) and ${IN_PAGE}`,
);
const LIST_OF_ACTION = statement<PageParams & { account_id: number; action: string }, AuditRow>(
  'audit.list_of_action',
  `select ${SHOWN} from audit_log where account_id = :account_id and action = :action and ${IN_PAGE}`,
);
const LIST_ALL = statement<PageParams, AuditRow>(
  'audit.list_all',
  `select ${SHOWN} from audit_log where ${IN_PAGE}`,
);
export const deleteOld = statement<{ before: Date; limit: number }>(
  'audit.delete_old',
  `delete from audit_log where id = any (array(
     select id from audit_log where happened_at < :before order by happened_at, id limit :limit
   ))`,
).run;

export interface Span {
  before: Cursor | undefined;
  since: Date | undefined;
  until: Date | undefined;
  limit: number;
}

/** `actor`: `operator`, `system`, or the id of a key or user. */
export interface Filters {
  actor?: string | undefined;
  action?: string | undefined;
}

/** Newest first. Null: of all accounts, and of none, without filters. */
export function listEntries(
  db: Db,
  accountId: number | null,
  span: Span,
  { actor, action }: Filters = {},
): Promise<AuditRow[]> {
  const { before, since = null, until = null, limit } = span;
  const page = { before_at: before?.at ?? null, before_id: before?.id ?? null, since, until, limit };
  if (accountId === null) return LIST_ALL.all(db, page);
  const ofAccount = { ...page, account_id: accountId };
  if (actor !== undefined) return LIST_OF_ACTOR.all(db, { ...ofAccount, actor, action: action ?? null });
  return action === undefined ? LIST.all(db, ofAccount) : LIST_OF_ACTION.all(db, { ...ofAccount, action });
}
