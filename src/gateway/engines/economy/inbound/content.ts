import { proto, unpadRandomMax16 } from 'baileys';
import { contentOf } from '../../customer-content.ts';
import type { CustomerContent } from '../../engine.ts';
import { fileIn } from './file.ts';
import { readingOf } from './kinds/table.ts';
import { withLaterKind } from './later-kinds.ts';
import { unwrap } from './unwrap.ts';

type Content = proto.IMessage;

/** Null: the client asks for a repetition. */
export function decodePlaintext(plaintext: Uint8Array): Content | null {
  try {
    const bytes = unpadRandomMax16(plaintext);
    return withLaterKind(proto.Message.decode(bytes), bytes);
  } catch {
    return null;
  }
}

/** Null without content of a person. */
export function readContent(message: Content | null | undefined): CustomerContent | null {
  // Most messages are a plain text.
  if (message?.conversation) return { type: 'text', body: message.conversation };
  const content = unwrap(message);
  if (!content) return null;
  const edited = content.protocolMessage?.editedMessage;
  if (edited) return readContent(edited);
  const reading = readingOf(content);
  return reading && { ...contentOf(reading), ...(reading.fileIn && fileIn(reading.fileIn)) };
}
