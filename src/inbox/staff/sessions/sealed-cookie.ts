import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isSecure } from '../../../platform/lib/http/client-address.ts';

type Tools = Pick<Context, 'box' | 'now'>;

export interface SealedCookie<Value> {
  keep(tools: Tools, reply: FastifyReply, value: Value, secure: boolean): void;
  /** Null: none, expired, or foreign. ApiError https_required. */
  read(tools: Tools, request: FastifyRequest): Value | null;
  forget(reply: FastifyReply, secure: boolean): void;
}

/** The browser keeps a sealed value: no row is written for a stranger. */
export function sealedCookie<Value>(
  names: { secure: `__Host-${string}`; plain: string },
  schema: z.ZodType<Value>,
  maxAgeMs: number,
): SealedCookie<Value> {
  const Stored = z.object({ value: schema, expiresAt: z.number() });
  const patterns = { secure: patternOf(names.secure), plain: patternOf(names.plain) };
  /** Lax: OIDC sends the browser back from another site. */
  const write = (reply: FastifyReply, value: string, secure: boolean, maxAge: number) => {
    const name = secure ? `${names.secure}=${value}; Secure` : `${names.plain}=${value}`;
    void reply.header('set-cookie', `${name}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}`);
  };

  return {
    keep({ box, now }, reply, value, secure) {
      const stored = { value, expiresAt: now().getTime() + maxAgeMs };
      const sealed = box.seal(Buffer.from(JSON.stringify(stored)), names.secure).toString('base64url');
      write(reply, sealed, secure, maxAgeMs / SECOND);
    },
    read({ box, now }, request) {
      const sealed = patterns[isSecure(request) ? 'secure' : 'plain'].exec(request.headers.cookie ?? '')?.[1];
      const opened = sealed === undefined ? null : openOrNull(box, sealed, names.secure);
      if (opened === null) return null;
      const { value, expiresAt } = Stored.parse(JSON.parse(opened.toString()));
      return now().getTime() < expiresAt ? value : null;
    },
    forget: (reply, secure) => write(reply, '', secure, 0),
  };
}

const patternOf = (name: string) => new RegExp(`(?:^|;) *${name}=([\\w-]{1,4000}) *(?:;|$)`);

function openOrNull(box: Context['box'], sealed: string, place: string): Buffer | null {
  try {
    return box.open(Buffer.from(sealed, 'base64url'), place);
  } catch {
    // The sender chose the bytes.
    return null;
  }
}
