import type { ChatRow } from '../store-rows.ts';
import { describeAttachment } from '../whatsapp/attachments.ts';
import { describeQuote, targetOf } from '../whatsapp/content.ts';
import { decodeContent } from '../whatsapp/signal.ts';
import type { Item } from './item.ts';

/** A message of the phone network, from the side of the phone. */
export function phoneItem(row: ChatRow): Item {
  const content = row.content && decodeContent(row.content);
  const file = content && describeAttachment(content);
  const quote = content && describeQuote(content);
  return {
    id: row.wa_message_id,
    engine: 'economy',
    from_phone: row.direction === 'out',
    type: row.type ?? 'unknown',
    text: row.text,
    at: row.at,
    read: (row.direction === 'out' ? row.peer_read_at : row.read_at) !== null,
    file: file && { mimetype: file.mimetype, name: file.file_name, size: file.size },
    quote: quote && { id: quote.wa_message_id, text: quote.text },
    interactive: null,
    target: content && targetOf(content),
  };
}
