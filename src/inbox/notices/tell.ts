import { hostname } from 'node:os';
import type { Context } from '../../context.ts';
import type { AccountKind } from '../../platform/accounts/account.ts';
import { HOUR, SECOND } from '../../platform/lib/clock.ts';
import type { GuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import type { Job } from '../../platform/lib/jobs.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { sendMail } from '../../platform/lib/mail.ts';
import { type MailServer, readMailServer, senderOf } from '../../platform/lib/mail-server.ts';
import { someAtOnce } from '../../platform/lib/some-at-once.ts';
import { TELL_JOB } from '../conversations/mentions/mention.ts';
import { type Due, dueOf, EMAIL_EVERY_MS } from './due.ts';
import { listOccasions, type Occasion } from './occasions.ts';
import { push } from './push/push.ts';
import type { NoticeRow, Reader } from './store.ts';
import * as store from './store.ts';
import { linesOf, pathOf, shownOf, subjectOf } from './text.ts';
import { WORDS } from './words.ts';

const READERS_AT_ONCE = 500;
const MAX_READERS = 1_000;
/** What ends and comes back within it was notified already. */
const SAME_MS = HOUR;
/** Then other accounts have their turn. The next look asks for the rest. */
const MAX_RUN_MS = 20 * SECOND;

type Clients = Record<AccountKind, GuardedClient>;

/** A look each minute at what lasts, and a job for the accounts in which a user is to be notified. */
export const noticeJobs = (ctx: Context, clients: Clients): Job[] => [
  { name: 'notices.look', cron: '* * * * *', run: () => lookAround(ctx) },
  { name: TELL_JOB, slots: 4, run: ({ accountId }) => tell(ctx, clients, accountId) },
];

async function lookAround(ctx: Context): Promise<void> {
  const canEmail = mailOf(ctx) !== null;
  for (let after = 0; ; ) {
    const readers = await store.listReaders(ctx.db, { after, limit: READERS_AT_ONCE });
    if (readers.length === 0) return;
    after = readers.at(-1)?.user_id ?? after;
    const { rows } = await note(ctx, readers);
    const accountIds = new Set<number>();
    for (const reader of readers) {
      const due = dueOf(reader, rows.get(reader.user_id) ?? [], { now: ctx.now(), canEmail });
      if (due.push.length + due.email.length > 0) accountIds.add(reader.account_id);
    }
    for (const accountId of accountIds) await enqueue(ctx.db, { name: TELL_JOB, accountId });
  }
}

/**
 * Jobs of one account run in turn, so no user is notified twice at the same time. A slow mail server does not delay
 * pushes. Noted after the sending: a crash repeats it, under the same tag or id.
 */
async function tell(ctx: Context, clients: Clients, accountId: number): Promise<void> {
  const readers = await store.listReadersOf(ctx.db, { accountId, limit: MAX_READERS });
  if (readers.length === 0) return;
  const mail = mailOf(ctx);
  const end = ctx.now().getTime() + MAX_RUN_MS;
  const isOver = () => ctx.now().getTime() >= end;
  const { rows, occasions } = await note(ctx, readers);
  const foundFor = (reader: Reader, way: keyof Due): Found => {
    const given = rows.get(reader.user_id) ?? [];
    const due = dueOf(reader, given, { now: ctx.now(), canEmail: mail !== null })[way];
    const isDue = (one: Occasion) =>
      due.some(({ kind, occasion }) => kind === one.kind && occasion === one.key);
    const isShown = (one: Occasion) => due.length > 0 && one.isFor(reader) && isDue(one);
    return { ids: due.map(({ id }) => id), occasions: occasions.filter(isShown) };
  };
  await someAtOnce(readers, async (reader) => {
    if (!isOver()) await pushTo(ctx, clients[reader.account_kind], reader, foundFor(reader, 'push'));
  });
  if (!mail) return;
  let isDown = false;
  await someAtOnce(readers, async (reader) => {
    if (!isOver() && !isDown) isDown = !(await mailTo(ctx, mail, reader, foundFor(reader, 'email')));
  });
}

interface Found {
  /** Of the notices. */
  ids: readonly number[];
  occasions: readonly Occasion[];
}

async function pushTo(
  ctx: Context,
  client: GuardedClient,
  { user_id: userId, language }: Reader,
  { ids, occasions }: Found,
): Promise<void> {
  if (ids.length === 0) return;
  const shown = (showsText: boolean) => shownOf(occasions, { language, showsText });
  if (await push(ctx, client, userId, shown)) await store.notePushed(ctx.db, { ids, now: ctx.now() });
}

/** False: the server did not take it. */
async function mailTo(ctx: Context, mail: Mailing, reader: Reader, found: Found): Promise<boolean> {
  const [first] = found.ids;
  if (first === undefined) return true;
  const now = ctx.now();
  const before = new Date(now.getTime() - EMAIL_EVERY_MS);
  if ((await store.claimEmail(ctx.db, { userId: reader.user_id, now, before })) === 0) return true;
  const problem = await email(ctx, mail, reader, { ...found, first });
  if (problem === null) await store.noteEmailed(ctx.db, { ids: found.ids, now });
  else ctx.log.warn({ problem, user_id: reader.user_id }, 'notice.not_emailed');
  return problem === null;
}

interface Mailing {
  server: MailServer;
  from: string;
}

/** Without names and words of customers: servers of others keep mail. Null: the server took it. */
function email(
  ctx: Context,
  { server, from }: Mailing,
  { mailbox, language }: Reader,
  { occasions, first }: { occasions: readonly Occasion[]; first: number },
): Promise<string | null> {
  const base = ctx.config.KURIR_PUBLIC_URL?.replace(/\/$/, '');
  const link = base ? [`${base}/app/${pathOf(occasions)}`, ''] : [];
  return sendMail(server, {
    from,
    to: mailbox,
    subject: subjectOf(occasions, language),
    text: [...linesOf(occasions, language), '', ...link, WORDS[language].why, ''].join('\n'),
    messageId: `<notice-${first}@${base ? new URL(base).hostname : hostname()}>`,
    date: ctx.now(),
  });
}

interface Wanted {
  reader: Reader;
  one: Occasion;
}

/** Notes new occasions, and forgets ended ones. Returns the notices of each user that still apply. */
async function note(
  ctx: Context,
  readers: readonly Reader[],
): Promise<{ rows: Map<number, NoticeRow[]>; occasions: Occasion[] }> {
  const startedAt = ctx.now();
  const occasions = await listOccasions(ctx, readers);
  const byAccount = Map.groupBy(occasions, ({ accountId }) => accountId);
  const wanted = new Map<string, Wanted>(
    readers.flatMap((reader) => {
      const own = (byAccount.get(reader.account_id) ?? []).filter((one) => isWanted(reader, one));
      return own.map((one) => [`${reader.user_id} ${one.kind} ${one.key}`, { reader, one }] as const);
    }),
  );
  const idOf = ({ user_id, kind, occasion }: NoticeRow) => `${user_id} ${kind} ${occasion}`;
  const userIds = readers.map(({ user_id }) => user_id);
  const before = await store.listNotices(ctx.db, { userIds });
  const known = new Set(before.map(idOf));
  const fresh = [...wanted].flatMap(([id, found]) => (known.has(id) ? [] : [found]));
  await insert(ctx, fresh, startedAt);
  const ended = before.filter((row) => !wanted.has(idOf(row)) && isForgotten(row, startedAt));
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await store.deleteNotices(ctx.db, { ids });
  const rows = fresh.length > 0 ? await store.listNotices(ctx.db, { userIds }) : before;
  const lasting = rows.filter((row) => wanted.has(idOf(row)));
  return { rows: Map.groupBy(lasting, ({ user_id }) => user_id), occasions };
}

/** Of an ended occasion. A row with this time may be of a run that saw more. */
function isForgotten({ pushed_at, emailed_at, noticed_at }: NoticeRow, startedAt: Date): boolean {
  const isNotified = (pushed_at ?? emailed_at) !== null;
  return noticed_at.getTime() < startedAt.getTime() - (isNotified ? SAME_MS : 0);
}

const isWanted = (reader: Reader, one: Occasion) =>
  (reader.push.includes(one.kind) || reader.email.includes(one.kind)) && one.isFor(reader);

/** What began before a user asked for notices is notified already: the inbox shows it. */
async function insert(ctx: Context, fresh: readonly Wanted[], now: Date): Promise<void> {
  if (fresh.length === 0) return;
  await store.insertNotices(ctx.db, {
    accountIds: fresh.map(({ reader }) => reader.account_id),
    userIds: fresh.map(({ reader }) => reader.user_id),
    kinds: fresh.map(({ one }) => one.kind),
    occasions: fresh.map(({ one }) => one.key),
    notified: fresh.map(({ reader, one }) => one.since !== null && one.since < reader.created_at),
    now,
  });
}

function mailOf({ config }: Context): Mailing | null {
  const server = readMailServer(config.KURIR_SMTP_URL ?? '');
  const from = server && senderOf(server, config.KURIR_ALERT_EMAIL ?? []);
  return server && from ? { server, from } : null;
}
