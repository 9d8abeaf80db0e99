import type { Db } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import type { Cursor } from '../../lib/page.ts';

/** One answered call, as it is stored. */
export interface NewRequest {
  account_id: number;
  happened_at: Date;
  request_id: string;
  method: string;
  route: string | null;
  path: string;
  status: number;
  code: string | null;
  message: string | null;
  duration_ms: number;
  key_id: string;
  address: string;
  user_agent: string | null;
  unlisted: number;
}

export interface RequestRow extends NewRequest {
  id: number;
  key_name: string | null;
}

interface PageParams {
  account_id: number;
  before_at: Date | null;
  before_id: number | null;
  since: Date | null;
  until: Date | null;
  code: string | null;
  method: string | null;
  path: string | null;
  key_id: string | null;
  least: number;
  most: number;
  limit: number;
}

const COLUMNS = `account_id, happened_at, request_id, method, route, path, status, code, message, duration_ms, key_id,
  address, user_agent, unlisted`;
const SHOWN = `${COLUMNS.replaceAll(/\w+/g, 'r.$&')}, r.id, k.name as key_name`;

type Arrays = { [Name in keyof NewRequest]: NewRequest[Name][] };

const INSERT = statement<Arrays>(
  'accounts.insert_requests',
  `insert into request_log (${COLUMNS})
   select * from unnest(:account_id::bigint[], :happened_at::timestamptz[], :request_id::text[], :method::text[],
     :route::text[], :path::text[], :status::smallint[], :code::text[], :message::text[], :duration_ms::int[],
     :key_id::text[], :address::text[], :user_agent::text[], :unlisted::int[])`,
);

/** Read from an index of the account in its order. The retention bounds what a selective filter passes over. */
const page = (which: string) =>
  `select ${SHOWN} from request_log r
   left join api_keys k on k.id = r.key_id and k.account_id = :account_id
   where r.account_id = :account_id and ${which}
     and (r.happened_at, r.id) < (coalesce(:before_at::timestamptz, 'infinity'), coalesce(:before_id::bigint, 0))
     and r.happened_at >= coalesce(:since::timestamptz, '-infinity')
     and r.happened_at <= coalesce(:until::timestamptz, 'infinity')
     and r.status between :least and :most
     and (:code::text is null or r.code = :code)
     and (:method::text is null or r.method = :method)
     and (:path::text is null or starts_with(r.path, :path))
     and (:key_id::text is null or r.key_id = :key_id)
   order by r.happened_at desc, r.id desc limit :limit`;

const LIST = statement<PageParams, RequestRow>('accounts.list_requests', page('true'));
const LIST_ERRORS = statement<PageParams, RequestRow>(
  'accounts.list_failed_requests',
  page('r.status >= 400'),
);
const LIST_BY_ID = statement<PageParams & { request_id: string }, RequestRow>(
  'accounts.list_requests_by_id',
  page('r.request_id = :request_id'),
);

export type RequestFilter = Omit<PageParams, 'account_id' | 'before_at' | 'before_id' | 'limit'> & {
  request_id: string | null;
};

const LIST_ACCOUNTS = statement<Record<string, never>, { account_id: number }>(
  'accounts.list_request_accounts',
  `with recursive known (account_id) as (
     (select account_id from request_log order by account_id limit 1)
     union all
     select (select r.account_id from request_log r where r.account_id > known.account_id order by r.account_id limit 1)
     from known where known.account_id is not null
   )
   select account_id from known where account_id is not null`,
);
/** Deletes rows that are older than `before`, and those beyond the newest `kept`; at most `limit`. */
export const deleteOld = statement<{ account_id: number; before: Date; kept: number; limit: number }>(
  'accounts.delete_old_requests',
  `delete from request_log where id = any (array(
     select id from request_log
     where account_id = :account_id and happened_at <= greatest(:before::timestamptz, (
       select happened_at from request_log where account_id = :account_id
       order by happened_at desc, id desc offset :kept limit 1
     ))
     order by happened_at, id limit :limit
   ))`,
).run;

export async function insertRequests(db: Db, requests: readonly NewRequest[]): Promise<void> {
  const column = <Name extends keyof NewRequest>(name: Name) => requests.map((request) => request[name]);
  await INSERT.run(db, {
    account_id: column('account_id'),
    happened_at: column('happened_at'),
    request_id: column('request_id'),
    method: column('method'),
    route: column('route'),
    path: column('path'),
    status: column('status'),
    code: column('code'),
    message: column('message'),
    duration_ms: column('duration_ms'),
    key_id: column('key_id'),
    address: column('address'),
    user_agent: column('user_agent'),
    unlisted: column('unlisted'),
  });
}

/** Newest first. */
export function listRequests(
  db: Db,
  accountId: number,
  { request_id, ...filter }: RequestFilter,
  { before, limit }: { before: Cursor | undefined; limit: number },
): Promise<RequestRow[]> {
  const span = { account_id: accountId, before_at: before?.at ?? null, before_id: before?.id ?? null, limit };
  if (request_id !== null) return LIST_BY_ID.all(db, { ...filter, ...span, request_id });
  return (filter.least >= 400 ? LIST_ERRORS : LIST).all(db, { ...filter, ...span });
}

/** Accounts that have rows. */
export async function listAccounts(db: Db): Promise<number[]> {
  return (await LIST_ACCOUNTS.all(db, {})).map(({ account_id }) => account_id);
}
