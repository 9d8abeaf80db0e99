import type { Schema } from '../../api/schemas.ts';

type Message = Schema<'ConversationMessage'>;

/** The last text of a message: an edit replaces what was written first. */
export const bodyOf = ({ body, edits }: Message): string | null => edits?.at(-1)?.body ?? body;

const MAP = 'https://maps.google.com/?q=';

/** The body of a message without readable text. */
export const UNSUPPORTED_BODY = '[unsupported message]';

/** The text of a message, without what its card shows: a place, contacts, a poll, the name of a file. */
export function ownTextOf(message: Message): string | null {
  const { note, unknown, location, contacts, poll, media, edits } = message;
  const body = bodyOf(message);
  if (body === null || (unknown && body === UNSUPPORTED_BODY)) return null;
  if (note !== undefined && !edits) return note;
  // Messages of versions before `note`.
  if (location) {
    const isShown = (line: string) =>
      [location.name, location.address].includes(line) || line.startsWith(MAP);
    return (
      body
        .split('\n')
        .filter((line) => !isShown(line))
        .join('\n') || null
    );
  }
  const names = contacts?.flatMap(({ name }) => name ?? []).join(', ');
  const isFile = media?.kind === 'document' && media.state === 'stored' && media.file_name === body;
  return isFile || body === names || body === poll?.question ? null : body;
}
