import { viewUpload } from '../../../gateway/uploads/upload.ts';
import type { ShownReply } from './canned-reply.ts';
import type { CannedReply } from './schema.ts';

export function viewCannedReply(row: ShownReply): CannedReply {
  const { canned_uuid, shortcut, title, body, language, device_uuids, media, created_at, updated_at } = row;
  return {
    id: canned_uuid,
    shortcut,
    title,
    body,
    language,
    device_uuids: device_uuids && [...device_uuids],
    media: media && viewUpload(media),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
