import type { OutboundMessage } from '../../../engines/engine.ts';
import type { MessageContent } from '../claim-store.ts';

export function outboundOf(message: MessageContent & { reserved_wa_id: string }): OutboundMessage {
  return {
    waMessageId: message.reserved_wa_id,
    to: message.phone,
    type: message.type,
    body: message.body,
    mediaUrl: message.media_url,
    interactive: message.interactive,
    prepared: message.prepared,
  };
}
