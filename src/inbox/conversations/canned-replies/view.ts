import type { CannedReply } from './schema.ts';
import type { CannedReplyRow } from './store.ts';

export function viewCannedReply(row: CannedReplyRow): CannedReply {
  const { canned_uuid, shortcut, title, body, language, device_uuids, created_at, updated_at } = row;
  return {
    id: canned_uuid,
    shortcut,
    title,
    body,
    language,
    device_uuids: device_uuids && [...device_uuids],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
