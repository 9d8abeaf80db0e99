import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import { record } from '../../platform/audit/audit.ts';
import { givenFields } from '../../platform/lib/change-of.ts';
import { daysAgo } from '../../platform/lib/clock.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { EVENT_DAYS } from '../events/retention.ts';
import { countOldFiles } from '../messages/media/retention.ts';
import { countOldMessages } from '../messages/retention/old-messages.ts';
import {
  type ChangeRetention,
  MAX_COUNTED,
  type PreviewRetention,
  type Retention,
  type RetentionPreview,
} from './schema.ts';
import * as store from './store.ts';

/** The job of an account that deletes what is old. */
export const RETAINING = 'retention.account';

const CHUNK = 500;
const NONE: store.Days = { message_days: null, file_days: null, event_days: null };

type Account = { id: number };

export async function getRetention(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { id: accountId }: Account,
): Promise<Retention> {
  return viewRetention(config, await findDays(db, accountId));
}

/** Changes the given settings. What is too old by then goes within minutes. */
export function changeRetention(ctx: Context, account: Account, given: ChangeRetention): Promise<Retention> {
  const accountId = account.id;
  return ctx.db.transaction(async (tx) => {
    const earlier = { ...(await store.lock(tx, { accountId })) };
    const days = { ...earlier, ...givenFields(given) };
    if (!isDeepStrictEqual(days, earlier)) {
      await store.set(tx, { accountId, ...days });
      await record(tx, ctx, [{ action: 'retention.changed', accountId, target: accountId, detail: days }]);
      await enqueue(tx, { name: RETAINING, accountId });
    }
    return viewRetention(ctx.config, days);
  });
}

/** How much a setting would delete at this moment. */
export async function previewRetention(
  ctx: Pick<Context, 'db' | 'now'>,
  { id: accountId }: Account,
  { message_days, file_days }: PreviewRetention,
): Promise<RetentionPreview> {
  const old = (days: number) => ({ accountId, before: daysAgo(ctx, days), most: MAX_COUNTED });
  return {
    messages: message_days === undefined ? null : await countOldMessages(ctx.db, old(message_days)),
    files: file_days === undefined ? null : await countOldFiles(ctx.db, old(file_days)),
  };
}

/** Asks for the job of each account that keeps something for a limited time. Its number of accounts. */
export async function enqueueRetention({ db, config }: Pick<Context, 'db' | 'config'>): Promise<number> {
  const list = config.KURIR_MESSAGE_DAYS === undefined ? store.listOwn : store.listAll;
  let accounts = 0;
  for (let after = 0; ; ) {
    const page = await list(db, { after, limit: CHUNK });
    for (const { id } of page) await enqueue(db, { name: RETAINING, accountId: id });
    accounts += page.length;
    const last = page.at(-1);
    if (!last || page.length < CHUNK) return accounts;
    after = last.id;
  }
}

const findDays = async (db: Db, accountId: number): Promise<store.Days> => ({
  ...((await store.find(db, { accountId })) ?? NONE),
});

function viewRetention(config: Context['config'], days: store.Days): Retention {
  const { KURIR_MESSAGE_DAYS, KURIR_MEDIA_DAYS } = config;
  const files = [days.file_days, KURIR_MEDIA_DAYS].filter((each) => each !== null && each > 0);
  return {
    ...days,
    effective: {
      message_days: days.message_days ?? KURIR_MESSAGE_DAYS ?? null,
      file_days: files.length === 0 ? null : Math.min(...files.map(Number)),
      event_days: days.event_days ?? EVENT_DAYS,
    },
  };
}
