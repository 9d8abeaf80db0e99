import type { Context } from '../../../context.ts';
import { type Account, findAccounts } from '../../../platform/accounts/account.ts';
import { standingProblem } from '../../../platform/accounts/standing.ts';
import { type AuditAction, record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { readEmail } from '../email.ts';
import { isOutdated, type Passwords } from '../passwords/password.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { type NewSession, type Origin, openSession } from '../sessions/session.ts';
import { countAttempt, countCode } from '../throttle/throttle.ts';
import { type LogIn, Session } from './schema.ts';
import type { Candidate } from './store.ts';
import * as store from './store.ts';

export { Session };

/** Each costs a hash. More users with one e-mail name their account. */
const MAX_CANDIDATES = 5;
/** Per user and hour, in the audit log. */
const MAX_RECORDED = 10;

interface Tools {
  ctx: Context;
  passwords: Passwords;
}

export interface LoggedIn {
  account: Account;
  userId: number;
  session: NewSession;
}

/**
 * The same answer, after the same work, for unknown, disabled and invited users and wrong
 * passwords. ApiError invalid_login, code_required, account_required, account_inactive,
 * too_many_attempts, service_unavailable.
 */
export async function logIn(
  tools: Tools,
  input: LogIn,
  origin: Origin & { knownUser: string | null },
): Promise<LoggedIn> {
  const { ctx } = tools;
  const email = readEmail(input.email);
  const claim = { by: 'e-mail', user: email ?? input.email, knownUser: origin.knownUser } as const;
  const attempts = await countAttempt(ctx, claim, origin.address);
  const candidates =
    email === null
      ? []
      : await store.findCandidates(ctx.db, {
          email,
          account_id: input.account_id ?? null,
          limit: MAX_CANDIDATES,
        });
  const proven = await withPassword(tools, candidates, input.password);
  const [user, ...others] = proven;
  if (!user) {
    if (attempts.ofUser <= MAX_RECORDED) noteRefusal(ctx, candidates, origin);
    throw new ApiError('invalid_login');
  }
  if (others.length > 0) {
    const accountIds = proven.map(({ account_id }) => account_id);
    throw new ApiError('account_required', undefined, { accounts: await listChoices(ctx, accountIds) });
  }
  const account = await getActive(ctx, user);
  const session = await enter(tools, user, input, origin).catch((error: unknown) => {
    const isWrongCode = error instanceof ApiError && error.code === 'invalid_login';
    if (isWrongCode && attempts.ofUser <= MAX_RECORDED) noteRefusal(ctx, [user], origin);
    throw error;
  });
  // Others with this e-mail must not clear these guesses.
  const isShared = input.account_id !== undefined || candidates.length > 1;
  await attempts.succeeded({ isShared });
  return { account, userId: user.id, session };
}

/** Computes one hash even without a candidate. */
async function withPassword(
  { passwords }: Tools,
  candidates: readonly Candidate[],
  password: string,
): Promise<Candidate[]> {
  if (candidates.length === 0) await passwords.verify(password, null);
  const checked = await Promise.all(
    candidates.map(async (each) => ((await passwords.verify(password, each.password_hash)) ? [each] : [])),
  );
  return checked.flat();
}

/** ApiError account_inactive: only for a proved user. */
export async function getActive({ db }: Pick<Context, 'db'>, user: { account_id: number }): Promise<Account> {
  const [account] = await findAccounts(db, [user.account_id]);
  if (!account) throw new ApiError('invalid_login');
  const problem = standingProblem(account);
  if (problem !== null) throw new ApiError(problem);
  return account;
}

export async function listChoices({ db }: Pick<Context, 'db'>, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  const found = await findAccounts(db, accountIds);
  return found.map(({ id, name }) => ({ account_id: id, name }));
}

/** With the second factor. A reset meanwhile is a wrong password. */
async function enter(
  { ctx, passwords }: Tools,
  user: Candidate,
  { password, code }: LogIn,
  origin: Origin,
): Promise<NewSession> {
  const newHash = isOutdated(user.password_hash) ? await passwords.hash(password) : null;
  const isGuess = user.totp_confirmed_at !== null && code !== undefined;
  // Outside the transaction, which a wrong code rolls back.
  const guess = isGuess ? await countCode(ctx, user.user_uuid) : null;
  const actor = { type: 'user', id: user.user_uuid, address: origin.address } as const;
  const session = await ctx.db.transaction(async (tx) => {
    if ((await store.lockPasswordHash(tx, user.id)) !== user.password_hash)
      throw new ApiError('invalid_login');
    await checkSecondFactor(tx, { ...ctx, actor }, user, code);
    const session = await openSession(tx, ctx, user, origin);
    if (newHash !== null) await store.setPasswordHash(tx, { id: user.id, password_hash: newHash });
    await recordLogIn(tx, ctx, user, 'user.logged_in', origin.address);
    return session;
  });
  await guess?.succeeded();
  return session;
}

/** After the answer: its time must not show which users exist. */
function noteRefusal(ctx: Context, users: readonly Candidate[], { address }: Origin): void {
  for (const user of users) {
    ctx.db
      .transaction((tx) => recordLogIn(tx, ctx, user, 'user.log_in_refused', address))
      .catch((error) => ctx.log.warn({ err: error }, 'staff.refusal_not_recorded'));
  }
}

async function recordLogIn(
  tx: Tx,
  ctx: Context,
  { account_id: accountId, user_uuid }: Candidate,
  action: AuditAction,
  address: string,
): Promise<void> {
  // A refused caller has not proved to be the user.
  const id = action === 'user.logged_in' ? user_uuid : null;
  const actor = { type: 'user', id, address } as const;
  await record(tx, { now: ctx.now, actor }, [{ action, accountId, target: user_uuid }]);
}
