import type { Context } from '../../../context.ts';
import { readUpload, requireFitting } from '../../../gateway/uploads/upload.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { getLink, lockedLink, recordLink } from '../entry-point.ts';
import type { LinkRow } from '../store.ts';
import { linkUrl } from '../view.ts';
import { type LogoReader, LogoRefused, TOO_LARGE } from './logo.ts';
import { MAX_LOGO_BYTES } from './logo-limits.ts';
import { findLogo, removeLogo, setLogo } from './logo-store.ts';
import { qrPng, qrSvg } from './qr.ts';
import type { SetLogo } from './schema.ts';

export interface Asked {
  format: 'png' | 'svg';
  /** In pixels, of a PNG. */
  size: number;
  hasLogo: boolean;
  /** Where people open this gateway. */
  base: string;
}

/** ApiError entry_point_not_found; FieldErrors for an address that no QR image takes. */
export async function drawLink(
  ctx: Context,
  logos: LogoReader,
  account: Caller,
  uuid: string,
  { format, size, hasLogo, base }: Asked,
): Promise<{ slug: string; picture: Buffer | string }> {
  const { id, slug } = await getLink(ctx, account, uuid);
  const picture = hasLogo ? await findLogo(ctx.db, id) : undefined;
  const logo = picture && logos.logoOf(picture);
  const url = linkUrl(base, slug);
  try {
    return { slug, picture: await (format === 'png' ? qrPng(url, { size, logo }) : qrSvg(url, { logo })) };
  } catch (error) {
    // Readable when set: the thread of the pictures is busy.
    if (error instanceof LogoRefused) throw new ApiError('service_unavailable');
    if (error instanceof RangeError)
      throw new FieldErrors({ url: ['is too long: shorten KURIR_PUBLIC_URL'] });
    throw error;
  }
}

/** ApiError entry_point_not_found, media_not_found, media_unavailable; FieldErrors for an unusable picture. */
export async function setLinkLogo(
  ctx: Context,
  { logos, files }: { logos: LogoReader; files: FileStore },
  account: Caller,
  uuid: string,
  { picture: base64 = '', media_id: id }: SetLogo,
): Promise<LinkRow> {
  await getLink(ctx, account, uuid);
  const picture = id ? await uploadedPicture(ctx, files, account, id) : Buffer.from(base64, 'base64');
  try {
    await logos.check(picture);
  } catch (error) {
    if (error instanceof LogoRefused)
      throw new FieldErrors({ [id ? 'media_id' : 'picture']: [error.message] });
    throw error;
  }
  return ctx.db.transaction(async (tx) => {
    const link = await lockedLink(tx, account, uuid);
    await setLogo(tx, { id: link.id, picture, now: ctx.now() });
    await recordLink(tx, ctx, 'entry_point.logo_set', link);
    return { ...link, has_logo: true };
  });
}

async function uploadedPicture(ctx: Context, files: FileStore, account: Caller, id: string): Promise<Buffer> {
  const row = await requireFitting(ctx, account, { kind: 'image', id });
  // Before its bytes are in the memory.
  if (row.size > MAX_LOGO_BYTES) throw new FieldErrors({ media_id: [TOO_LARGE] });
  return readUpload(ctx, files, row);
}

/** No-op without a logo. ApiError entry_point_not_found. */
export function removeLinkLogo(ctx: Context, account: Caller, uuid: string): Promise<LinkRow> {
  return ctx.db.transaction(async (tx) => {
    const link = await lockedLink(tx, account, uuid);
    const isRemoved = await removeLogo(tx, link.id);
    if (isRemoved) await recordLink(tx, ctx, 'entry_point.logo_removed', link);
    return { ...link, has_logo: false };
  });
}
