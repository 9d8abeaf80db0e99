import { z } from 'zod';
import { isScopedUserId } from '../../../../platform/lib/phone.ts';
import type { Interactive, OutboundMessage } from '../../engine.ts';
import { groupIdOf } from '../group-ids.ts';
import { frameOf, KIND_FORMS } from './kind-forms.ts';
import { templateOf } from './template-body.ts';

/** `link`: a public file, from earlier versions. */
const PreparedFile = z.union([
  z.object({ id: z.string(), filename: z.string().optional() }),
  z.object({ link: z.string(), filename: z.string().optional() }),
]);
type PreparedFile = z.infer<typeof PreparedFile>;

/** Undefined for a public file. */
export function uploadIdOf(prepared: Uint8Array): string | undefined {
  const file = decodeFile(prepared);
  return 'id' in file ? file.id : undefined;
}

const decodeFile = (prepared: Uint8Array): PreparedFile =>
  PreparedFile.parse(JSON.parse(Buffer.from(prepared).toString()));

export const encodeFile = (file: PreparedFile): Uint8Array => Buffer.from(JSON.stringify(file));

/** Null for an unprepared file. Status reports repeat `biz_opaque_callback_data`. */
export function bodyOf(message: OutboundMessage): object | null {
  const { template, prepared } = message;
  const content = template ? templateOf(template, prepared && decodeFile(prepared)) : contentOf(message);
  return (
    content && {
      messaging_product: 'whatsapp',
      ...recipientOf(message.to),
      ...content,
      ...(message.quote && message.type !== 'reaction' && { context: { message_id: message.quote.id } }),
      biz_opaque_callback_data: message.waMessageId,
    }
  );
}

function recipientOf(address: string): object {
  const group = groupIdOf(address);
  if (group !== null) return { recipient_type: 'group', to: group };
  // Without `+`, the provider may add the sender's country code.
  const recipient = isScopedUserId(address) ? { recipient: address } : { to: `+${address}` };
  return { recipient_type: 'individual', ...recipient };
}

function contentOf(message: OutboundMessage): object | null {
  const { type, body, prepared, voice } = message;
  const text = body ?? '';
  switch (type) {
    case 'text':
      return { type, text: { body: text } };
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker': {
      if (!prepared) return null;
      const { filename, ...source } = decodeFile(prepared);
      const caption = type !== 'audio' && text !== '' ? { caption: text } : {};
      const name = type === 'document' && filename !== undefined ? { filename } : {};
      return { type, [type]: { ...source, ...caption, ...name, ...(voice && { voice }) } };
    }
    case 'button':
    case 'list':
      return choicesOf(type, text, message.interactive);
    case 'edit':
    case 'deletion':
      return null;
    default:
      return KIND_FORMS[type](message);
  }
}

function choicesOf(type: 'button' | 'list', text: string, interactive: Interactive | null): object {
  const { buttons, button_text: button, sections } = interactive ?? {};
  const replies = buttons?.map((reply) => ({ type: 'reply', reply }));
  const action = type === 'button' ? { buttons: replies } : { button, sections };
  return { type: 'interactive', interactive: { type, ...frameOf(text, interactive), action } };
}
