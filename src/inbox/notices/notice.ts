import type { Context } from '../../context.ts';
import type { StaffCaller } from '../../platform/accounts/account.ts';
import { isAtLeast } from '../../platform/accounts/role.ts';
import { readMailServer } from '../../platform/lib/mail-server.ts';
import { deleteSubscriptions, findSubscription, getPushKeys, subscribe } from './push/push.ts';
import { ADMIN_KINDS, NOTICE_KINDS, type Notices, type SetNotices, type SubscribeBrowser } from './schema.ts';
import * as store from './store.ts';

/** Until a user has chosen. E-mail waits for a choice: an admin may have typed the address of another person. */
const DEFAULTS: Omit<store.SettingsRow, 'language'> = {
  push: [...NOTICE_KINDS],
  email: [],
  quiet_hours: null,
  email_after_minutes: 10,
};
const FIRST_QUIET = { from: '21:00', to: '08:00' };

/** What the user of the session is notified, and how. */
export async function getNotices(ctx: Context, { id, role, sessionId }: StaffCaller): Promise<Notices> {
  const { language: _, ...settings } = (await store.findSettings(ctx.db, { userId: id })) ?? {
    ...DEFAULTS,
    language: 'en',
  };
  const { publicKey } = await getPushKeys(ctx);
  const kinds = NOTICE_KINDS.filter((kind) => isAtLeast(role, 'admin') || !ADMIN_KINDS.includes(kind));
  return {
    ...settings,
    push: settings.push.filter((kind) => kinds.includes(kind)),
    email: settings.email.filter((kind) => kinds.includes(kind)),
    kinds,
    can_email: readMailServer(ctx.config.KURIR_SMTP_URL ?? '') !== null,
    browser: (await findSubscription(ctx.db, { sessionId })) ?? null,
    push_key: publicKey.toString('base64url'),
  };
}

export async function setNotices(
  ctx: Pick<Context, 'db' | 'now'>,
  account: { id: number },
  { id: userId }: StaffCaller,
  { quiet_hours, ...given }: SetNotices,
): Promise<void> {
  const quiet = quiet_hours && JSON.stringify(quiet_hours);
  await store.saveSettings(ctx.db, { ...given, userId, accountId: account.id, quiet, now: ctx.now() });
}

/** Turns push on in the browser of the session. The first one of a user gets quiet nights. FieldErrors. */
export async function turnPushOn(
  ctx: Context,
  account: { id: number },
  caller: StaffCaller,
  { language, timezone, ...given }: SubscribeBrowser,
): Promise<void> {
  const quiet = JSON.stringify({ ...FIRST_QUIET, timezone });
  await ctx.db.transaction(async (tx) => {
    const place = { userId: caller.id, accountId: account.id, now: ctx.now() };
    await store.keepSettings(tx, { ...DEFAULTS, ...place, quiet, language });
    await subscribe(tx, ctx, account, caller, given);
  });
}

export function turnPushOff({ db }: Pick<Context, 'db'>, { sessionId }: StaffCaller): Promise<void> {
  return deleteSubscriptions(db, [sessionId]);
}
