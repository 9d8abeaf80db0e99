import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { getActive } from '../log-in/log-in.ts';
import { type NewSession, type Origin, openSession } from '../sessions/session.ts';
import type { Identity } from './provider.ts';
import type { OidcUser } from './store.ts';
import * as store from './store.ts';

export type { OidcUser };

/** A person with more of them names the account. */
const MAX_USERS = 20;
/** Fits an index entry. */
const MAX_SUBJECT_BYTES = 1_000;

export interface Wish {
  /** Null: the user of an earlier log-in. */
  accountId: number | null;
  /** Wants to see all accounts, with open invitations. */
  isChoosing: boolean;
}

export type Entered = { user: OidcUser; session: NewSession } | { choices: readonly OidcUser[] };

/**
 * Opens a session, or returns the users to choose from. The first log-in pins the identity, and
 * accepts an invitation. ApiError oidc_refused, oidc_second_factor, account_inactive.
 */
export async function enterByOidc(
  ctx: Context,
  identity: Identity,
  { accountId, isChoosing }: Wish,
  origin: Origin,
): Promise<Entered> {
  const subject = subjectOf(identity);
  const { email } = identity;
  const found = await store.findUsers(ctx.db, { subject, email, accountId, limit: MAX_USERS });
  const pinned = found.filter(({ is_pinned }) => is_pinned);
  // Invitations by strangers must not lock a person out of the own account.
  const [user, ...others] = isChoosing || pinned.length === 0 ? found : pinned;
  if (!user) throw new ApiError('oidc_refused', email === null ? UNVERIFIED : undefined);
  if (others.length > 0) return { choices: found };
  await getActive(ctx, user);
  const session = await ctx.db.transaction(async (tx) => {
    const acting = {
      now: ctx.now,
      actor: { type: 'user', id: user.user_uuid, address: origin.address },
    } as const;
    if (user.is_pinned) await assertPinned(tx, user, subject);
    else await pin(tx, acting, user, { subject, identity });
    await note(tx, acting, user, 'user.logged_in', { method: 'oidc' });
    return openSession(tx, ctx, user, origin);
  });
  return { user, session };
}

/** Shown only to the person at the provider. */
const UNVERIFIED =
  'The OIDC provider does not say that your e-mail is verified. Verify it there, or ask an admin to let the provider ' +
  'send `email_verified`.';

type Acting = Pick<Context, 'actor' | 'now'>;

/** The e-mail is the only proof, and must not replace a second factor. */
async function pin(
  tx: Tx,
  ctx: Acting,
  user: OidcUser,
  { subject, identity: { email, issuer } }: { subject: string; identity: Identity },
): Promise<void> {
  if (user.has_second_factor) throw new ApiError('oidc_second_factor');
  const isPinned = email !== null && (await store.pinUser(tx, { id: user.id, email, subject }));
  // Another log-in was faster, or the user changed.
  if (!isPinned) return assertPinned(tx, user, subject);
  await store.deleteInvitations(tx, { userId: user.id });
  await note(tx, ctx, user, 'user.oidc_linked', { issuer, invited: user.status === 'invited' });
}

async function assertPinned(tx: Tx, { id }: OidcUser, subject: string): Promise<void> {
  if (!(await store.lockPinned(tx, id, subject))) throw new ApiError('oidc_refused');
}

/** Unique within the issuer; not empty. A URL has no blank. */
function subjectOf({ issuer, subject }: Identity): string {
  const both = `${issuer} ${subject}`;
  const isFit =
    subject !== '' &&
    Buffer.byteLength(both) <= MAX_SUBJECT_BYTES &&
    !both.includes('\0') &&
    both.isWellFormed();
  if (!isFit) throw new ApiError('oidc_refused');
  return both;
}

function note(
  tx: Tx,
  ctx: Acting,
  { account_id: accountId, user_uuid: target }: OidcUser,
  action: 'user.logged_in' | 'user.oidc_linked',
  detail: Record<string, string | boolean>,
): Promise<void> {
  return record(tx, ctx, [{ action, accountId, target, detail }]);
}
