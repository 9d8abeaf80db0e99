import type { QuietHours } from '../../gateway/broadcasts/quiet-hours/quiet-hours.ts';
import type { AccountKind } from '../../platform/accounts/account.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { ReaderLanguage } from '../../platform/lib/http/reader-language.ts';
import type { NoticeKind } from './schema.ts';

export interface SettingsRow {
  push: NoticeKind[];
  email: NoticeKind[];
  quiet_hours: QuietHours | null;
  email_after_minutes: number;
  language: ReaderLanguage;
}

const COLUMNS = 'push, email, quiet_hours, email_after_minutes, language';

export const findSettings = statement<{ userId: number }, SettingsRow>(
  'notices.find_settings',
  `select ${COLUMNS} from notice_settings where user_id = :userId`,
).first;

type Written = Omit<SettingsRow, 'quiet_hours'> & {
  userId: number;
  accountId: number;
  /** JSON. */
  quiet: string | null;
  now: Date;
};
const INSERT = `insert into notice_settings (user_id, account_id, ${COLUMNS}, created_at)
   values (:userId, :accountId, :push::text[], :email::text[], :quiet::jsonb, :email_after_minutes, :language,
     :now::timestamptz)
   on conflict (user_id) do`;

export const saveSettings = statement<Written>(
  'notices.save_settings',
  `${INSERT} update set push = excluded.push, email = excluded.email, quiet_hours = excluded.quiet_hours,
     email_after_minutes = excluded.email_after_minutes, language = excluded.language`,
).run;
/** Earlier ones stay, but for the language. */
export const keepSettings = statement<Written>(
  'notices.keep_settings',
  `${INSERT} update set language = excluded.language`,
).inTx.run;

/** An active user of an active account who wants notices, and can get them. */
export interface Reader extends SettingsRow {
  user_id: number;
  account_id: number;
  account_kind: AccountKind;
  name: string;
  /** The address. */
  mailbox: string;
  is_admin: boolean;
  /** Of an agent. Null: all. */
  device_ids: number[] | null;
  created_at: Date;
  emailed_at: Date | null;
  /** Since when a browser gets pushes. Null: none does. */
  pushed_since: Date | null;
  state: 'available' | 'away';
  state_since: Date | null;
  seen_at: Date | null;
}

const READERS = `select s.user_id, s.account_id, a.kind as account_kind, u.name, u.email as mailbox,
     u.role <> 'agent' as is_admin, case when u.role = 'agent' then array(
       select device_id from user_devices d where d.user_id = u.id
     ) end as device_ids,
     s.push, s.email, s.quiet_hours, s.email_after_minutes, s.language, s.created_at, s.emailed_at,
     b.pushed_since,
     coalesce(p.state, 'available') as state, p.state_since, p.seen_at
   from notice_settings s
   cross join lateral (select * from users where id = s.user_id offset 0) u
   cross join lateral (select kind, status from accounts where id = s.account_id offset 0) a
   cross join lateral (
     select min(created_at) as pushed_since from push_subscriptions where user_id = s.user_id offset 0
   ) b
   left join lateral (
     select state, state_since, seen_at from user_presence where user_id = s.user_id limit 1
   ) p on true
   where u.status = 'active' and a.status = 'active'
     and (s.email <> '{}' or b.pushed_since is not null)`;

export const listReaders = statement<{ after: number; limit: number }, Reader>(
  'notices.list_readers',
  `${READERS} and s.user_id > :after order by s.user_id limit :limit::bigint`,
).all;
export const listReadersOf = statement<{ accountId: number; limit: number }, Reader>(
  'notices.list_readers_of_account',
  `${READERS} and s.account_id = :accountId order by s.user_id limit :limit::bigint`,
).all;

export interface NoticeRow {
  id: number;
  user_id: number;
  kind: NoticeKind;
  occasion: string;
  noticed_at: Date;
  pushed_at: Date | null;
  emailed_at: Date | null;
}

export const listNotices = statement<{ userIds: readonly number[] }, NoticeRow>(
  'notices.list',
  `select id, user_id, kind, occasion, noticed_at, pushed_at, emailed_at from user_notices
   where user_id = any (:userIds::bigint[]) order by id`,
).all;

/** `notified`: the occasion is older than the settings. */
export const insertNotices = statement<{
  accountIds: readonly number[];
  userIds: readonly number[];
  kinds: readonly string[];
  occasions: readonly string[];
  notified: readonly boolean[];
  now: Date;
}>(
  'notices.insert',
  `insert into user_notices (account_id, user_id, kind, occasion, noticed_at, pushed_at, emailed_at)
   select account_id, user_id, kind, occasion, :now::timestamptz, case when notified then :now::timestamptz end,
     case when notified then :now::timestamptz end
   from unnest(:accountIds::bigint[], :userIds::bigint[], :kinds::text[], :occasions::text[], :notified::boolean[])
     as n (account_id, user_id, kind, occasion, notified)
   on conflict do nothing`,
).run;

export const deleteNotices = statement<{ ids: readonly number[] }>(
  'notices.delete',
  'delete from user_notices where id = any (:ids::bigint[])',
).run;

export const notePushed = statement<{ ids: readonly number[]; now: Date }>(
  'notices.note_pushed',
  'update user_notices set pushed_at = :now::timestamptz where id = any (:ids::bigint[])',
).run;
export const noteEmailed = statement<{ ids: readonly number[]; now: Date }>(
  'notices.note_emailed',
  'update user_notices set emailed_at = :now::timestamptz where id = any (:ids::bigint[])',
).run;

/** No row: an e-mail was tried since `before`. */
export const claimEmail = statement<{ userId: number; now: Date; before: Date }>(
  'notices.claim_email',
  `update notice_settings set emailed_at = :now::timestamptz
   where user_id = :userId and (emailed_at is null or emailed_at <= :before::timestamptz)`,
).run;
