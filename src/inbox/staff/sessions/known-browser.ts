import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { sealedCookie } from './sealed-cookie.ts';

const KNOWN = sealedCookie(
  { secure: '__Host-kurir-known', plain: 'kurir_known' },
  z.object({ user: z.string() }),
  90 * DAY,
);

/**
 * Remembers in the browser who logged in, also after the log-out. It opens nothing: a flood of log-ins by
 * strangers does not delay this browser.
 */
export function keepKnownUser(
  ctx: Pick<Context, 'box' | 'now'>,
  reply: FastifyReply,
  user: string,
  secure: boolean,
): void {
  KNOWN.keep(ctx, reply, { user }, secure);
}

/** The id of the last user who logged in with this browser. Null: none. ApiError https_required. */
export function readKnownUser(ctx: Pick<Context, 'box' | 'now'>, request: FastifyRequest): string | null {
  return KNOWN.read(ctx, request)?.user ?? null;
}
