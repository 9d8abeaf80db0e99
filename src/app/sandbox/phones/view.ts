import type { ListedChat } from './chats/chat.ts';
import type { ListedPhone } from './phone.ts';

export function viewPhone({ number, name, device, line }: ListedPhone) {
  return { number, name, device_uuid: device?.device_uuid ?? null, line };
}

export function viewChat({ peer, unread, last }: ListedChat) {
  const { number, name, device } = peer;
  return {
    number,
    name,
    device_uuid: device?.device_uuid ?? null,
    engine: device?.engine ?? null,
    unread,
    last,
  };
}
