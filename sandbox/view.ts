import type { MessageRow, PhoneRow } from './store-rows.ts';
import { describeAttachment, isAttachment } from './whatsapp/attachments.ts';
import { describeQuote, targetOf } from './whatsapp/content.ts';
import type { Network } from './whatsapp/network.ts';
import { decodeContent } from './whatsapp/signal.ts';

export function viewPhone(net: Network, phone: PhoneRow) {
  const companions = net.store.listCompanions(phone.number);
  return {
    number: phone.number,
    name: phone.name,
    lid: phone.lid,
    line: phone.line,
    typing: (net.typing.get(phone.number) ?? []).map(({ number }) => number),
    companions: companions.map((companion) => ({
      device_id: companion.device_id,
      connected: net.onlineCompanions.find(companion) !== undefined,
    })),
  };
}

/** A message as the phone shows it, with its file, its quote, and the message that it changes. */
export function viewMessage(message: MessageRow) {
  const content = message.content && decodeContent(message.content);
  const quote = content && describeQuote(content);
  const target = content && targetOf(content);
  const isIncoming = message.direction === 'in';
  return {
    wa_message_id: message.wa_message_id,
    from: isIncoming ? message.peer : message.phone,
    to: isIncoming ? message.phone : message.peer,
    direction: message.direction,
    type: message.type,
    text: message.text,
    at: new Date(message.at).toISOString(),
    copies: message.copies,
    ...(quote && { quote }),
    ...(target && { target }),
    ...(content && isAttachment(message.type) && describeAttachment(content)),
  };
}
