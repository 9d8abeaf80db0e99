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

/** Kept after the log-out. Opens nothing, but strangers' floods do not delay this browser. */
export function keepKnownUser(
  ctx: Pick<Context, 'box' | 'now'>,
  reply: FastifyReply,
  user: string,
  secure: boolean,
): void {
  KNOWN.keep(ctx, reply, { user }, secure);
}

/** Id of the last user, or null. ApiError https_required. */
export function readKnownUser(ctx: Pick<Context, 'box' | 'now'>, request: FastifyRequest): string | null {
  return KNOWN.read(ctx, request)?.user ?? null;
}
