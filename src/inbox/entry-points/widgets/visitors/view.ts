import type { Context } from '../../../../context.ts';
import type { Interactive, InteractiveSection } from '../../../../gateway/engines/engine.ts';
import { postIdIn } from '../../../../gateway/engines/visitor-post.ts';
import { findFiles, type MediaView } from '../../../../gateway/messages/media/media.ts';
import { fileNameOf } from '../../../../platform/lib/media/file-name.ts';
import { uploadIn } from '../../../../platform/lib/media/upload-url.ts';
import type { VisitorMessage } from './schema.ts';
import type { MessageRow } from './store.ts';

type Files = ReadonlyMap<number, MediaView>;

/** The uploaded files of messages, by row id. */
export const filesOf = ({ db }: Pick<Context, 'db'>, rows: readonly MessageRow[]): Promise<Files> =>
  findFiles(
    db,
    rows.filter(({ media_url }) => uploadIn(media_url) !== null),
  );

/** Names of staff stay inside: `bot` or `person`. */
export function viewMessage(row: MessageRow, files: Files = new Map()): VisitorMessage {
  const isOwn = row.direction === 'in';
  const choices = choicesOf(row.interactive);
  return {
    id: (isOwn && postIdIn(row.wa_message_id)) || row.wa_message_id,
    from: isOwn ? 'visitor' : 'business',
    by: byOf(row),
    type: row.type,
    text: textOf(row),
    choices: choices.length > 0 ? choices : null,
    file: fileOf(row, files.get(row.id)?.file_name ?? ''),
    at: row.created_at.toISOString(),
    status: row.status === 'delivered' || row.status === 'read' ? row.status : 'sent',
  };
}

function byOf({ direction, source }: MessageRow): VisitorMessage['by'] {
  if (direction === 'in') return null;
  return source === 'bot' ? 'bot' : 'person';
}

function textOf({ body, interactive }: MessageRow): string | null {
  const { header, footer } = interactive ?? {};
  const parts = [header, body, footer].filter((part) => part !== undefined && part !== null && part !== '');
  return parts.length > 0 ? parts.join('\n\n') : null;
}

/** In the visitor's order. */
export function choicesOf(
  interactive: Interactive | null,
): { id: string; title: string; description?: string }[] {
  const { buttons, sections } = interactive ?? {};
  const all: InteractiveSection['rows'] = buttons ?? sections?.flatMap(({ rows }) => rows) ?? [];
  return all.map(({ id, title, description }) => ({ id, title, ...(description && { description }) }));
}

function fileOf({ media_url: url }: MessageRow, name: string): VisitorMessage['file'] {
  if (url === null) return null;
  if (uploadIn(url) !== null) return { url: null, name };
  const parsed = URL.parse(url);
  return parsed && { url, name: fileNameOf(null, parsed, '') };
}
