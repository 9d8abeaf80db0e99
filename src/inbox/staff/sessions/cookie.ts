import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY, SECOND } from '../../../platform/lib/clock.ts';

/** In days. */
export const MAX_AGE = 30;

/** For HTTPS and this host only. */
const SECURE = '__Host-kurir';
const PLAIN = 'kurir_session';
const VALUE = '([\\w-]{43})';
const PATTERNS = {
  secure: new RegExp(`(?:^|;) *${SECURE}=${VALUE} *(?:;|$)`),
  plain: new RegExp(`(?:^|;) *${PLAIN}=${VALUE} *(?:;|$)`),
};

/** Null: no cookie of this kind. */
export function readCookie({ headers }: FastifyRequest, secure: boolean): string | null {
  return PATTERNS[secure ? 'secure' : 'plain'].exec(headers.cookie ?? '')?.[1] ?? null;
}

export function setCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  write(reply, secret, secure, (MAX_AGE * DAY) / SECOND);
}

export function removeCookie(reply: FastifyReply, secure: boolean): void {
  write(reply, '', secure, 0);
}

function write(reply: FastifyReply, value: string, secure: boolean, maxAge: number): void {
  const name = secure ? `${SECURE}=${value}; Secure` : `${PLAIN}=${value}`;
  void reply.header('set-cookie', `${name}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}`);
}
