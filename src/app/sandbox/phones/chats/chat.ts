import { readFile } from 'node:fs/promises';
import type { Context } from '../../../../context.ts';
import type { Caller } from '../../../../platform/accounts/account.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { SandboxAddress } from '../../address.ts';
import { askBytes, askJson } from '../ask.ts';
import { switchOn } from '../phone.ts';
import { getPeer, getPhone, openWorld, type Peer, type Phone, peersOf } from '../world.ts';
import type { PhoneMessage, SendFromPhone } from './schema.ts';

/** Messages of a chat that a page shows. */
const SHOWN = 100;
const SAMPLES = {
  picture: { url: sample('picture.png'), type: 'image', mimetype: 'image/png' },
  document: { url: sample('document.pdf'), type: 'document', mimetype: 'application/pdf' },
} as const;

/** Of a query. */
type Pair = [name: string, value: string];

export interface ListedChat {
  peer: Peer;
  unread: number;
  last: PhoneMessage | null;
}

/** The chat of a phone of the account. */
export interface Chat {
  phone: Phone;
  peer: Peer;
}

/** The newest chat first; numbers without messages last. ApiError sandbox_phone_not_found. */
export async function listChats(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  number: string,
): Promise<ListedChat[]> {
  const world = await openWorld(ctx, account);
  const peers = peersOf(world, getPhone(world, number));
  const query = new URLSearchParams([
    ...peers.map((peer): Pair => ['with', peer.number]),
    ...peers.flatMap((peer) => peer.officials.map((id): Pair => ['official', id])),
  ]);
  const { data } = await askJson<{ data: { number: string; unread: number; last: PhoneMessage }[] }>(
    address,
    { path: `/sandbox/phones/${number}/chats?${query}` },
  );
  const known = new Map(data.map((chat) => [chat.number, chat]));
  return peers
    .map((peer) => ({ peer, unread: 0, last: null, ...known.get(peer.number) }))
    .toSorted((one, other) => (other.last?.at ?? '').localeCompare(one.last?.at ?? ''));
}

/** ApiError sandbox_phone_not_found, sandbox_chat_not_found. */
export async function getChat(ctx: Context, account: Caller, number: string, peer: string): Promise<Chat> {
  const world = await openWorld(ctx, account);
  const phone = getPhone(world, number);
  return { phone, peer: getPeer(world, phone, peer) };
}

/** The newest messages, oldest first, and whether the device types. */
export function listMessages(
  address: SandboxAddress | null,
  { phone, peer }: Chat,
): Promise<{ data: PhoneMessage[]; typing: boolean }> {
  return askJson(address, { path: `/sandbox/phones/${phone.number}/chat?${queryOf(peer)}&limit=${SHOWN}` });
}

/** ApiError message_not_found. */
export function openFile(address: SandboxAddress | null, { phone, peer }: Chat, id: string): Promise<Buffer> {
  const path = `/sandbox/phones/${phone.number}/chat/${encodeURIComponent(id)}/media?${queryOf(peer)}`;
  return askBytes(address, { path });
}

/** The phone reads all messages of the chat. `callback` is a header for the webhooks of the provider. */
export async function readChat(
  address: SandboxAddress | null,
  { phone, peer }: Chat,
  callback: Record<string, string>,
): Promise<void> {
  const body = { with: peer.number, official: peer.officials };
  const path = `/sandbox/phones/${phone.number}/chat/read`;
  await askJson(address, { method: 'POST', path, body, headers: callback });
}

/** Sends from the phone, and resolves with the id of the message. ApiError sandbox_refused, message_not_found. */
export async function sendFromPhone(
  address: SandboxAddress | null,
  chat: Chat,
  message: SendFromPhone,
  callback: Record<string, string>,
): Promise<string> {
  const official = chat.peer.device?.official_phone_number_id ?? null;
  const content = await contentOf(message);
  return official === null
    ? writeToPhone(address, chat, message, content)
    : writeToBusiness(address, chat, message, { content, official, callback });
}

async function writeToPhone(
  address: SandboxAddress | null,
  { phone, peer }: Chat,
  { choice, reaction, quote }: SendFromPhone,
  content: object,
): Promise<string> {
  if (choice) throw new ApiError('sandbox_refused', 'Messages of this device have no choices.');
  await switchOn(address, phone.number, phone.name);
  if (peer.device === null) await switchOn(address, peer.number, peer.name);
  const change = reaction && { wa_message_id: reaction.message_id, emoji: reaction.emoji };
  const body = { to: peer.number, ...content, ...(change && { reaction: change }), ...(quote && { quote }) };
  const path = `/sandbox/phones/${phone.number}/messages`;
  const sent = await askJson<{ wa_message_id: string }>(address, { method: 'POST', path, body });
  return sent.wa_message_id;
}

async function writeToBusiness(
  address: SandboxAddress | null,
  { phone }: Chat,
  { choice, reaction, quote }: SendFromPhone,
  to: { content: object; official: string; callback: Record<string, string> },
): Promise<string> {
  const body = {
    from: phone.number,
    name: phone.name,
    ...to.content,
    ...(reaction && { reaction }),
    ...(quote && { message_id: quote }),
    ...(choice && { tap: choice.id, message_id: choice.message_id }),
  };
  const path = `/sandbox/cloud/numbers/${to.official}/messages`;
  const question = { method: 'POST', path, body, headers: to.callback } as const;
  return (await askJson<{ id: string }>(address, question)).id;
}

/** Text or file, in the words of the sandbox. */
async function contentOf({ text, file, sample: name }: SendFromPhone): Promise<object> {
  if (text !== undefined) return { text };
  if (file) return { [kindOf(file.mimetype)]: file };
  if (name === undefined) return {};
  const { url, type, mimetype } = SAMPLES[name];
  const data = (await readFile(url)).toString('base64');
  return { [type]: { data, mimetype, ...(type === 'document' && { file_name: 'document.pdf' }) } };
}

function kindOf(mimetype: string): string {
  return /^(image|video|audio)\//.exec(mimetype)?.[1] ?? 'document';
}

function queryOf({ number, officials }: Peer): URLSearchParams {
  return new URLSearchParams([['with', number], ...officials.map((id): Pair => ['official', id])]);
}

function sample(name: string): URL {
  return new URL(`../../../../../sandbox/samples/${name}`, import.meta.url);
}
