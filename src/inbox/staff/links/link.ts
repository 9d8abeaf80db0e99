import { hash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

export const { removeLinks } = store;

const TOKEN_BYTES = 32;
const LIFETIME_MS = { invitation: 7 * DAY, reset: HOUR, log_in: HOUR } as const satisfies Record<
  store.LinkKind,
  number
>;
const PAGES = { invitation: 'link', reset: 'link', log_in: 'log-in' } as const satisfies Record<
  store.LinkKind,
  string
>;

/** Its token sets the user's password, or logs the user in. */
export interface Link {
  kind: store.LinkKind;
  /** Only its hash is stored. */
  token: string;
  expires_at: Date;
}

/** Replaces earlier links of the user. */
export async function issueLink(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'randomBytes'>,
  user: { id: number; account_id: number },
  kind: store.LinkKind,
): Promise<Link> {
  const token = ctx.randomBytes(TOKEN_BYTES).toString('base64url');
  const now = ctx.now();
  const expires_at = new Date(now.getTime() + LIFETIME_MS[kind]);
  await removeLinks(tx, { userId: user.id });
  await store.insertLink(tx, {
    token_hash: hashToken(token),
    account_id: user.account_id,
    user_id: user.id,
    kind,
    created_at: now,
    expires_at,
  });
  return { kind, token, expires_at };
}

/** Of links that still work, by user. */
export async function findExpiries(
  ctx: Pick<Context, 'db' | 'now'>,
  userIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await store.listExpiries(ctx.db, { userIds, at: ctx.now() });
  return new Map(rows.map(({ user_id, expires_at }) => [user_id, expires_at]));
}

/** The part behind `#` reaches no server, and no log. */
export function addressOf(origin: string, { kind, token }: Link): string {
  return `${origin.replace(/\/+$/, '')}/app/${PAGES[kind]}#${token}`;
}

/** A fast hash suffices for 256 random bits. */
export function hashToken(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
