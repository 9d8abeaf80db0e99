import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';

/** A log-in at the provider, between start and callback. */
export interface Pending {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  /** Null: the e-mail decides. */
  accountId: number | null;
}

const MAX_AGE_MS = 10 * MINUTE;
const PLACE = 'oidc log-in';
const NAMES = { secure: '__Host-kurir-oidc', plain: 'kurir_oidc' };
const VALUE = '=([\\w-]{1,4000})';
const PATTERNS = {
  secure: new RegExp(`(?:^|;) *${NAMES.secure}${VALUE} *(?:;|$)`),
  plain: new RegExp(`(?:^|;) *${NAMES.plain}${VALUE} *(?:;|$)`),
};

const Stored = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  accountId: z.int().nullable(),
  expiresAt: z.number(),
});

/** Sealed, so that the browser keeps it for us: no row is written for a person who never returns. */
export function keepPending(
  { box, now }: Pick<Context, 'box' | 'now'>,
  reply: FastifyReply,
  pending: Pending,
  secure: boolean,
): void {
  const stored = { ...pending, expiresAt: now().getTime() + MAX_AGE_MS };
  const value = box.seal(Buffer.from(JSON.stringify(stored)), PLACE).toString('base64url');
  write(reply, value, secure, MAX_AGE_MS / SECOND);
}

/** Null: none, an expired one, or one that Kurir did not make. */
export function readPending(
  { box, now }: Pick<Context, 'box' | 'now'>,
  { headers }: FastifyRequest,
  secure: boolean,
): Pending | null {
  const value = PATTERNS[secure ? 'secure' : 'plain'].exec(headers.cookie ?? '')?.[1];
  const opened = value === undefined ? null : openOrNull(box, value);
  if (opened === null) return null;
  const { expiresAt, ...pending } = Stored.parse(JSON.parse(opened.toString()));
  return now().getTime() < expiresAt ? pending : null;
}

export function forgetPending(reply: FastifyReply, secure: boolean): void {
  write(reply, '', secure, 0);
}

function openOrNull(box: Context['box'], value: string): Buffer | null {
  try {
    return box.open(Buffer.from(value, 'base64url'), PLACE);
  } catch {
    // The sender chose the bytes.
    return null;
  }
}

/** Lax, because the provider sends the browser back from another site. */
function write(reply: FastifyReply, value: string, secure: boolean, maxAge: number): void {
  const name = secure ? `${NAMES.secure}=${value}; Secure` : `${NAMES.plain}=${value}`;
  void reply.header('set-cookie', `${name}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}`);
}
