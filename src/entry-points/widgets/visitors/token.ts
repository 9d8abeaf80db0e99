import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { MAX_CONTACT_NAME, TOKEN_MS } from './limits.ts';

/** What a token says. Its visitor is of one widget. */
export interface KnownVisitor {
  /** 32 hex digits. */
  id: string;
  /** The web site has signed who it is. */
  isVerified: boolean;
  /** As the web site has signed it. */
  name: string | null;
}

type Sealing = Pick<Context, 'box' | 'now'>;

/** A longer text is no token. */
const MAX_TOKEN = 1_000;
const ID = /^[0-9a-f]{32}$/;
const Sealed = z.object({
  v: z.string().regex(ID),
  k: z.boolean(),
  n: z
    .string()
    .max(2 * MAX_CONTACT_NAME)
    .nullable(),
  at: z.number(),
});

/** For `Authorization: Bearer`. Nothing of it is stored. */
export function sealToken({ box, now }: Sealing, widgetUuid: string, visitor: KnownVisitor): string {
  const { id: v, isVerified: k, name: n } = visitor;
  const said = JSON.stringify({ v, k, n, at: now().getTime() });
  return box.seal(Buffer.from(said), purposeOf(widgetUuid)).toString('base64url');
}

/** Null for a token that is forged, expired or of another widget. */
export function openToken({ box, now }: Sealing, widgetUuid: string, token: string): KnownVisitor | null {
  if (token.length > MAX_TOKEN) return null;
  const bytes = Buffer.from(token, 'base64url');
  // One spelling: the decoder drops what it does not know.
  if (bytes.toString('base64url') !== token) return null;
  try {
    const {
      v: id,
      k: isVerified,
      n: name,
      at,
    } = Sealed.parse(JSON.parse(box.open(bytes, purposeOf(widgetUuid)).toString()));
    return now().getTime() - at < TOKEN_MS ? { id, isVerified, name } : null;
  } catch {
    // Any changed bit, and another key.
    return null;
  }
}

/** The same user of the web site has the same chat on every device. */
export function visitorIdOf({ box }: Pick<Context, 'box'>, widgetUuid: string, userId: string): string {
  return box.mac(userId, purposeOf(widgetUuid)).toString('hex').slice(0, 32);
}

const purposeOf = (widgetUuid: string) => `widget visitor ${widgetUuid}`;
