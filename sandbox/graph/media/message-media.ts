import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import type { CloudNumber } from '../records.ts';
import type { Content, MediaSource } from '../sending/content.ts';
import type { TrackedMessage } from '../webhooks/statuses.ts';
import { UPLOAD_LIFETIME_MS } from './files.ts';
import { findMediaProblem } from './rules.ts';

/** Throws GraphError 100 when the media id does not belong to the number. */
export function checkMediaSource(cloud: Cloud, number: CloudNumber, { media }: Content): MediaSource | null {
  if (!media || 'link' in media.source) return media?.source ?? null;
  const row = cloud.media.find(media.source.id, cloud.clock.now());
  if (row?.phone_number_id !== number.data.phone_number_id)
    throw new GraphError(100, { details: `Invalid media id: ${media.source.id}` });
  return media.source;
}

/** Checks and stores the file of a message. Returns the problem, or null. */
export async function checkMediaFile(
  cloud: Cloud,
  { data, behaviour }: CloudNumber,
  message: TrackedMessage,
  { type, source }: NonNullable<Content['media']>,
): Promise<string | null> {
  const strict = behaviour.media_check === 'strict';
  const now = cloud.clock.now();
  try {
    if ('id' in source) {
      const row = cloud.media.find(source.id, now);
      return row
        ? findMediaProblem(type, row.mime_type, await cloud.media.read(row), strict)
        : 'The file was deleted.';
    }
    const fetched = await cloud.linkFetcher.fetch(source.link, now);
    if ('problem' in fetched) return `Downloading media from weblink failed: ${fetched.problem}`;
    const refusal = findMediaProblem(type, fetched.mimeType, fetched.bytes, strict);
    if (refusal) return refusal;
    const { media_id } = await cloud.media.save({
      phoneNumberId: data.phone_number_id,
      mimeType: fetched.mimeType,
      fileName: null,
      bytes: fetched.bytes,
      expiresAt: now + UPLOAD_LIFETIME_MS,
    });
    cloud.store.db.write(() => cloud.store.setMedia(message.seq, media_id));
    return null;
  } catch (error) {
    cloud.log.error({ err: error }, 'cloud.media_failed');
    return 'The file could not be read.';
  }
}
