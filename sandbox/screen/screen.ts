import { SandboxError } from '../errors.ts';
import type { Cloud } from '../graph/cloud.ts';
import { findPerson } from '../graph/people/people.ts';
import { reportStatus } from '../graph/webhooks/statuses.ts';
import { openAttachment } from '../whatsapp/attachments.ts';
import type { Network } from '../whatsapp/network.ts';
import { getPhone, readMessage } from '../whatsapp/phones.ts';
import { decodeContent } from '../whatsapp/signal.ts';
import { cloudItem } from './cloud-items.ts';
import { foldItems, previewOf, type ScreenMessage, withinBytes } from './fold.ts';
import type { Item } from './item.ts';
import { phoneItem } from './phone-items.ts';

const MAX_PEERS = 5_000;
/** Behind it, changes of a message find no message. */
const LAST_OF_CHAT = 10;
const MAX_UNREAD = 100;
/** A phone hides the sign then, unless the other side goes on. */
const TYPING_MS = 15_000;

/** Both simulated networks: a phone has one list of chats. */
export interface World {
  net: Network;
  cloud: Cloud;
}

/** The chat of a phone with a number, and with the business numbers of the provider that have this number. */
export interface Chat {
  phone: string;
  peer: string;
  /** As `phone_number_id`. Unknown ones have no messages. */
  official: readonly string[];
}

/** The newest messages, in the order of their time. */
export function listMessages(world: World, chat: Chat, limit: number): ScreenMessage[] {
  return withinBytes(foldItems(itemsOf(world, chat, limit)));
}

/** Whether the other side types: it began a moment ago, and has written nothing since. */
export function isTyping({ net }: World, { phone, peer }: Chat): boolean {
  const last = net.typing.get(phone)?.findLast(({ number }) => number === peer);
  if (!last || net.now().getTime() - last.at > TYPING_MS) return false;
  return net.store
    .listChat(phone, peer, LAST_OF_CHAT)
    .every(({ direction, at }) => direction !== 'in' || at < last.at);
}

/** The last message, and the number of unread messages: at most 100 of each network. Null without messages. */
export function describeChat(
  world: World,
  chat: Chat,
): { number: string; unread: number; last: ScreenMessage } | null {
  const last = listMessages(world, chat, LAST_OF_CHAT).at(-1);
  if (!last) return null;
  const { phones, officials } = unreadOf(world, chat);
  return { number: chat.peer, unread: phones.length + officials.length, last: previewOf(last) };
}

/** Marks all messages of the business as read. */
export async function readChat(world: World, chat: Chat): Promise<void> {
  const { net, cloud } = world;
  const { phones, officials } = unreadOf(world, chat);
  for (const { wa_message_id } of phones) await readMessage(net, getPhone(net, chat.phone), wa_message_id);
  for (const row of officials) {
    const number = cloud.numbers.get(row.phone_number_id);
    if (number) reportStatus(cloud, number, row, 'read', undefined);
  }
  await cloud.store.db.committed();
}

/** The file of a message in this chat. Throws message_not_found. */
export async function openFile({ net, cloud }: World, chat: Chat, id: string): Promise<Buffer> {
  const row = net.store.findInChat(chat.phone, chat.peer, id);
  const file = row?.content && (await openAttachment(net.media, decodeContent(row.content)));
  if (file) return file;
  const person = personOf(cloud, chat.phone);
  for (const phoneNumberId of chat.official) {
    const message = cloud.store.findMessage(phoneNumberId, id);
    if (message?.peer === person && message.media_id !== null)
      return cloud.media.read({ media_id: message.media_id });
  }
  throw new SandboxError('message_not_found', 'This message has no file.');
}

/** The numbers with which a phone has a chat, on both networks. */
export function listPeers({ net, cloud }: World, phone: string): string[] {
  const ids = cloud.store.listNumbersOf(personOf(cloud, phone));
  const officials = ids.flatMap((id) => cloud.numbers.get(id)?.digits ?? []);
  return [...new Set([...net.store.listPeers(phone, MAX_PEERS), ...officials])];
}

const personOf = (cloud: Cloud, phone: string) => findPerson(cloud, phone)?.wa_id ?? phone;

function itemsOf({ net, cloud }: World, { phone, peer, official }: Chat, limit: number): Item[] {
  const person = personOf(cloud, phone);
  const items = [
    ...net.store.listChat(phone, peer, limit).reverse().map(phoneItem),
    ...official.flatMap((id) =>
      cloud.store
        .listChat(id, person, limit)
        .reverse()
        .flatMap((row) => cloudItem(cloud, row) ?? []),
    ),
  ];
  return items.toSorted((one, other) => one.at - other.at).slice(-limit);
}

function unreadOf({ net, cloud }: World, { phone, peer, official }: Chat) {
  const person = personOf(cloud, phone);
  return {
    phones: net.store.listUnread(phone, peer, MAX_UNREAD),
    officials: official.flatMap((id) => cloud.store.listUnread(id, person, MAX_UNREAD)),
  };
}
