import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { MediaRow } from '../store.ts';

const URL_LIFETIME_MS = 5 * MINUTE;
export const MEDIA_PATH = 'whatsapp_business/attachments';

/** A URL for five minutes. It needs a token of the number. */
export function signedMediaUrl(cloud: Cloud, { media_id }: Pick<MediaRow, 'media_id'>): string {
  const expires = String(cloud.clock.now() + URL_LIFETIME_MS);
  const query = new URLSearchParams({
    mid: media_id,
    ext: expires,
    hash: signature(cloud, media_id, expires),
  });
  return `${cloud.graphUrl()}/${MEDIA_PATH}/?${query}`;
}

/** The media id, or null for a forged or expired URL. */
export function mediaIdOfUrl(cloud: Cloud, query: URLSearchParams): string | null {
  const [id, expires, hash] = ['mid', 'ext', 'hash'].map((name) => query.get(name) ?? '');
  if (id === undefined || expires === undefined || hash === undefined) return null;
  const expected = Buffer.from(signature(cloud, id, expires));
  const given = Buffer.from(hash);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) > cloud.clock.now() ? id : null;
}

function signature(cloud: Cloud, mediaId: string, expires: string): string {
  return createHmac('sha256', cloud.app.app_secret).update(`${mediaId} ${expires}`).digest('base64url');
}
