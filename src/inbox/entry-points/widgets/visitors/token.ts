import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { MAX_CONTACT_NAME, TOKEN_MS } from './limits.ts';

export interface KnownVisitor {
  /** 32 hex digits. */
  id: string;
  /** The web site has signed the identity. */
  isVerified: boolean;
  /** Signed by the web site. */
  name: string | null;
}

type Sealing = Pick<Context, 'box' | 'now'>;

interface TokenWidget {
  widget_uuid: string;
  /** Sealed. */
  identity_secret: Buffer;
}

/** A longer text is no token. */
const MAX_TOKEN = 2_000;
const ID = /^[0-9a-f]{32}$/;
const Sealed = z.object({
  v: z.string().regex(ID),
  k: z.boolean(),
  n: z
    .string()
    .max(2 * MAX_CONTACT_NAME)
    .nullable(),
  s: z.string(),
  at: z.number(),
});

/** For `Authorization: Bearer`. Nothing is stored. */
export function sealToken({ box, now }: Sealing, widget: TokenWidget, visitor: KnownVisitor): string {
  const { id: v, isVerified: k, name: n } = visitor;
  const said = JSON.stringify({ v, k, n, s: signerOf(widget, k), at: now().getTime() });
  return box.seal(Buffer.from(said), purposeOf(widget.widget_uuid)).toString('base64url');
}

/** Null: forged, expired, of another widget or earlier secret. */
export function openToken({ box, now }: Sealing, widget: TokenWidget, token: string): KnownVisitor | null {
  if (token.length > MAX_TOKEN) return null;
  const bytes = Buffer.from(token, 'base64url');
  // One spelling: the decoder drops unknown signs.
  if (bytes.toString('base64url') !== token) return null;
  try {
    const said = JSON.parse(box.open(bytes, purposeOf(widget.widget_uuid)).toString());
    const { v: id, k: isVerified, n: name, s: signer, at } = Sealed.parse(said);
    if (signer !== signerOf(widget, isVerified)) return null;
    return now().getTime() - at < TOKEN_MS ? { id, isVerified, name } : null;
  } catch {
    // Any changed bit, and another key.
    return null;
  }
}

/** One chat for a web site's user, on every device. */
export function visitorIdOf({ box }: Pick<Context, 'box'>, widgetUuid: string, userId: string): string {
  return box.mac(userId, purposeOf(widgetUuid)).toString('hex').slice(0, 32);
}

/** Ends what the old, perhaps stolen, secret signed. */
function signerOf({ identity_secret }: TokenWidget, isVerified: boolean): string {
  return isVerified ? createHash('sha256').update(identity_secret).digest('hex') : '';
}

const purposeOf = (widgetUuid: string) => `widget visitor ${widgetUuid}`;
