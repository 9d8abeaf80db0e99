import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../../../src/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { MediaRow } from '../store.ts';

const LINK_LIFE_MS = 5 * MINUTE;
/** Files live at an address of their own; it works with a token only. */
export const FILES_PATH = 'whatsapp_business/attachments';

/** Where a file can be fetched for five minutes, with a token of its number. */
export function fileUrl(cloud: Cloud, { media_id }: Pick<MediaRow, 'media_id'>): string {
  const expires = String(cloud.timeline.now() + LINK_LIFE_MS);
  const query = new URLSearchParams({
    mid: media_id,
    ext: expires,
    hash: signature(cloud, media_id, expires),
  });
  return `${cloud.graphUrl()}/${FILES_PATH}/?${query}`;
}

/** The file such an address leads to; null when it is no such address, or an old one. */
export function mediaIdOf(cloud: Cloud, query: URLSearchParams): string | null {
  const [id, expires, hash] = ['mid', 'ext', 'hash'].map((name) => query.get(name) ?? '');
  if (id === undefined || expires === undefined || hash === undefined) return null;
  const expected = Buffer.from(signature(cloud, id, expires));
  const given = Buffer.from(hash);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) > cloud.timeline.now() ? id : null;
}

function signature(cloud: Cloud, mediaId: string, expires: string): string {
  return createHmac('sha256', cloud.app.app_secret).update(`${mediaId} ${expires}`).digest('base64url');
}
