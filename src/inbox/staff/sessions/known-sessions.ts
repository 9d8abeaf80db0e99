import type { Context } from '../../../context.ts';
import { type Caller, findAccounts, type StaffCaller } from '../../../platform/accounts/account.ts';
import { createFreshCache, type FreshCache } from '../../../platform/lib/fresh-cache.ts';
import { createLastUses, type LastUses } from '../../../platform/lib/last-uses.ts';
import { hashOf, MAX_IDLE_MS } from './session.ts';
import * as store from './store.ts';

/** A session of an active user. */
export interface KnownSession {
  /** SHA-256 of the cookie, in hex. */
  id: string;
  secure: boolean;
  lastSeenAt: Date;
  staff: StaffCaller;
  account: Caller;
}

/** By `sessionKey`. */
export type KnownSessions = FreshCache<KnownSession>;

export function openKnownSessions(ctx: Pick<Context, 'db' | 'log' | 'now'>): KnownSessions {
  return createFreshCache(ctx, (ids) => load(ctx, ids));
}

export const sessionKey = (secret: string) => hashOf(secret).toString('hex');

export function isLiving(session: KnownSession | null, now: Date): session is KnownSession {
  if (session === null) return false;
  const { staff, lastSeenAt } = session;
  return now < staff.expiresAt && now.getTime() - lastSeenAt.getTime() < MAX_IDLE_MS;
}

/** By row id. */
export function openSessionUses(ctx: Pick<Context, 'db' | 'log' | 'now'>): LastUses<number> {
  return createLastUses(ctx, (uses) => store.writeLastUses(ctx.db, uses));
}

async function load({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<KnownSession[]> {
  const rows = await store.findSessions(db, { hashes: ids.map((id) => Buffer.from(id, 'hex')) });
  if (rows.length === 0) return [];
  const accounts = await findAccounts(db, [...new Set(rows.map(({ account_id }) => account_id))]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return rows.flatMap((row) => {
    const account = byId.get(row.account_id);
    return account ? [knownSession(row, { ...account, deviceIds: row.device_ids, isUser: true })] : [];
  });
}

function knownSession(row: store.SessionRow, account: Caller): KnownSession {
  const { hash, secure, name, role, user_id, user_uuid } = row;
  return {
    id: hash,
    secure,
    lastSeenAt: row.last_seen_at,
    staff: {
      id: user_id,
      userUuid: user_uuid,
      name,
      role,
      isOperator: row.is_operator,
      sessionId: row.id,
      expiresAt: row.expires_at,
    },
    account,
  };
}
