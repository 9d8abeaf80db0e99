import type { Context } from '../../../context.ts';

const SECRET_BYTES = 24;

/** 48 signs, for a web site's signatures. */
export const makeIdentitySecret = ({ randomBytes }: Pick<Context, 'randomBytes'>): string =>
  randomBytes(SECRET_BYTES).toString('hex');

export function sealIdentitySecret(
  { box }: Pick<Context, 'box'>,
  entryPointId: number,
  secret: string,
): Buffer {
  return box.seal(Buffer.from(secret), identitySecretPlace(entryPointId));
}

export function identitySecretOf(
  { box }: Pick<Context, 'box'>,
  widget: { entry_point_id: number; identity_secret: Buffer },
): string {
  return box.open(widget.identity_secret, identitySecretPlace(widget.entry_point_id)).toString();
}

export const identitySecretPlace = (entryPointId: number) => `widgets|identity_secret|${entryPointId}`;
