import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { newMessageId, userIdOf } from '../ids.ts';
import { given, isJson, type Json } from '../json.ts';
import { INBOUND_LIFETIME_MS } from '../media/files.ts';
import { signedMediaUrl } from '../media/signed-urls.ts';
import type { CloudNumber, Person } from '../records.ts';
import { MEDIA_TYPES, type MediaType } from '../sending/content.ts';
import type { CloudMessageRow } from '../store.ts';
import { errorOf } from '../webhooks/statuses.ts';
import { envelopeOf, tellValue } from '../webhooks/webhook.ts';
import type { FilePart, InboundBody } from './inbound-schema.ts';
import { getPerson, savePerson } from './people.ts';

const DEFAULT_MIMETYPES: Record<MediaType, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
};
const DUPLICATE_AFTER_MS = 20;

/** Of an inbound message: what the webhook says about it, beside who wrote it. */
interface Written {
  type: string;
  /** Keys of the message beside the common ones. */
  fields: Json;
  text: string | null;
  mediaId: string | null;
}

/** A person writes to a business; resolves with the message id once it is kept. Throws SandboxError. */
export async function writeToBusiness(cloud: Cloud, number: CloudNumber, body: InboundBody): Promise<string> {
  const known = getPerson(cloud, body.from);
  const person = body.name === undefined ? known : savePerson(cloud, { wa_id: known.wa_id, name: body.name });
  const written = await contentOf(cloud, number, person, body);
  const id = newMessageId(person.wa_id, 'in');
  const item = { ...written.fields, ...extrasOf(number, body) };
  const at = cloud.timeline.now();
  const { phone_number_id } = number.data;
  const row = {
    id,
    phone_number_id,
    direction: 'in' as const,
    peer: person.wa_id,
    type: written.type,
    text: written.text,
    payload: JSON.stringify(item),
    callback_data: null,
    media_id: written.mediaId,
    status: 'received',
    error: null,
    at,
  };
  const seq = cloud.store.db.write(() => cloud.store.insertMessage(row));
  // What the provider itself notes is nothing the person wrote.
  if (written.type !== 'system') {
    const pair = cloud.pairs.get(phone_number_id, person.wa_id, at, () => person);
    pair.lastInboundAt = at;
    number.throughput?.force(at);
  }
  await cloud.store.db.committed();
  tellMessage(cloud, number, { ...row, seq, open: 1 }, person);
  return id;
}

/** Messages that a run before this one did not get rid of are told again. */
export function resumeWebhooks(cloud: Cloud, row: CloudMessageRow): void {
  const number = cloud.numbers.get(row.phone_number_id);
  if (number) tellMessage(cloud, number, row, getPerson(cloud, row.peer));
}

/** What somebody typed in the Business app on the phone of the number. */
export async function echoFromApp(
  cloud: Cloud,
  number: CloudNumber,
  to: string,
  text: string,
): Promise<string> {
  const person = getPerson(cloud, to);
  const id = newMessageId(person.wa_id, 'out');
  const at = cloud.timeline.now();
  const item = { type: 'text', text: { body: text } };
  const seq = cloud.store.db.write(() =>
    cloud.store.insertMessage({
      id,
      phone_number_id: number.data.phone_number_id,
      direction: 'out',
      peer: person.wa_id,
      type: 'text',
      text,
      payload: JSON.stringify(item),
      callback_data: null,
      media_id: null,
      status: 'delivered',
      error: null,
      at,
    }),
  );
  cloud.store.db.write(() => cloud.store.closeMessage(seq));
  await cloud.store.db.committed();
  const timestamp = cloud.timeline.stamp();
  const echo = { from: number.digits, to: person.wa_id, id, timestamp, ...item };
  tellValue(cloud, number, 'smb_message_echoes', { ...envelopeOf(number), message_echoes: [echo] });
  return id;
}

function tellMessage(cloud: Cloud, number: CloudNumber, row: CloudMessageRow, person: Person): void {
  const item: Json = JSON.parse(row.payload);
  const isSystem = row.type === 'system';
  const message = {
    ...(!person.hidden && { from: person.wa_id }),
    ...(!isSystem && { from_user_id: person.user_id }),
    id: row.id,
    timestamp: String(Math.floor(row.at / 1000)),
    ...item,
  };
  const value = {
    ...envelopeOf(number),
    ...(!isSystem && { contacts: [contactOf(person)] }),
    messages: [message],
  };
  const close = () => cloud.store.db.write(() => cloud.store.closeMessage(row.seq));
  const rule = cloud.faults.take({
    call: 'inbound',
    phoneNumberId: row.phone_number_id,
    recipient: [person.wa_id, person.user_id],
    type: row.type,
  });
  const tell = () => tellValue(cloud, number, 'messages', value, close);
  switch (rule?.fault.webhook) {
    case 'lose':
      close();
      break;
    case 'duplicate':
      tell();
      cloud.timeline.after(DUPLICATE_AFTER_MS, tell);
      break;
    case 'reorder':
    case 'delay':
      cloud.timeline.after(rule.fault.delay_ms ?? DUPLICATE_AFTER_MS, tell);
      break;
    default:
      tell();
  }
}

const contactOf = (person: Person) => ({
  profile: { name: person.name, ...(person.username !== null && { username: person.username }) },
  ...(!person.hidden && { wa_id: person.wa_id }),
  user_id: person.user_id,
});

function extrasOf(number: CloudNumber, body: InboundBody): Json {
  const { message_id, forwarded, frequently_forwarded, referred_product, referral } = body;
  const context = {
    ...(message_id !== undefined && { from: number.digits, id: message_id }),
    ...(forwarded && { forwarded }),
    ...(frequently_forwarded && { frequently_forwarded }),
    ...(referred_product && { referred_product }),
  };
  return { ...(Object.keys(context).length > 0 && { context }), ...(referral && { referral }) };
}

async function contentOf(
  cloud: Cloud,
  number: CloudNumber,
  person: Person,
  body: InboundBody,
): Promise<Written> {
  const media = MEDIA_TYPES.find((type) => body[type]);
  const file = media && body[media];
  if (file) return fileContent(cloud, number, media, file);
  const { text, location, contacts, button, reaction, order, unsupported, raw } = body;
  if (text !== undefined) return plain('text', { text: { body: text } }, text);
  if (location) return plain('location', { location }, location.name ?? null);
  if (contacts)
    return plain('contacts', { contacts }, contacts.map(({ name }) => name.formatted_name).join(', '));
  if (button) return plain('button', { button }, button.text);
  if (reaction) {
    const { message_id, emoji } = reaction;
    return plain('reaction', { reaction: { message_id, ...(emoji && { emoji }) } }, emoji ?? null);
  }
  if (order) return plain('order', { order }, order.text ?? null);
  if (body.system) return systemContent(cloud, person, body.system);
  if (unsupported) {
    const details = 'Message type is currently not supported.';
    return plain('unsupported', { errors: [errorOf({ code: 131051, details })], unsupported }, null);
  }
  if (raw) return { type: raw.type, fields: raw, text: null, mediaId: null };
  return tapContent(cloud, number, body);
}

function plain(type: string, fields: Json, text: string | null): Written {
  return { type, fields: { type, ...fields }, text, mediaId: null };
}

async function fileContent(
  cloud: Cloud,
  number: CloudNumber,
  type: MediaType,
  file: FilePart,
): Promise<Written> {
  const mime_type = file.mimetype ?? DEFAULT_MIMETYPES[type];
  const bytes = Buffer.from(file.data, 'base64');
  const media = await cloud.media.save({
    phoneNumberId: number.data.phone_number_id,
    mimeType: mime_type,
    fileName: file.file_name ?? null,
    bytes,
    expiresAt: cloud.timeline.now() + INBOUND_LIFETIME_MS,
  });
  const node = {
    id: media.media_id,
    mime_type,
    sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
    url: signedMediaUrl(cloud, media),
    ...(file.caption !== undefined && { caption: file.caption }),
    ...(type === 'document' && { filename: file.file_name ?? 'document' }),
    ...(type === 'audio' && { voice: file.voice ?? false }),
    ...(type === 'sticker' && { animated: file.animated ?? false }),
  };
  const fields = { type, [type]: node };
  return { type, fields, text: file.caption ?? null, mediaId: media.media_id };
}

/** The number of a person changes, and with it the business-scoped id; anything else is passed on as it is. */
function systemContent(cloud: Cloud, person: Person, system: NonNullable<InboundBody['system']>): Written {
  const next = system.wa_id;
  const body = system.body ?? `User ${person.name} changed from ${person.wa_id} to ${next ?? 'another id'}`;
  if (system.type === 'user_changed_number' && next !== undefined) {
    savePerson(cloud, { wa_id: next, name: person.name, username: person.username, user_id: userIdOf(next) });
  }
  return plain('system', { system: { ...system, body } }, body);
}

function tapContent(cloud: Cloud, number: CloudNumber, body: InboundBody): Written {
  const { tap, button_reply, list_reply, message_id } = body;
  const tapped = button_reply ?? list_reply;
  const offered = message_id === undefined ? [] : choicesOf(cloud, number, message_id);
  const choice = offered.find(({ id }) => id === (tap ?? tapped?.id));
  const type = button_reply || choice?.type === 'button_reply' ? 'button_reply' : 'list_reply';
  const reply = { ...choice?.reply, ...(tapped && given(tapped)) };
  if (reply.id === undefined || reply.title === undefined) throw new SandboxError('choice_not_found');
  return plain('interactive', { interactive: { type, [type]: reply } }, reply.title);
}

interface Choice {
  id: string;
  type: 'button_reply' | 'list_reply';
  /** What a tap on it tells. */
  reply: { id?: string; title?: string; description?: string };
}

/** What a message of the business lets a person choose from. */
function choicesOf(cloud: Cloud, number: CloudNumber, messageId: string): Choice[] {
  const message = cloud.store.findMessage(number.data.phone_number_id, messageId);
  if (!message) throw new SandboxError('message_not_found');
  const { interactive }: Json = JSON.parse(message.payload);
  if (!isJson(interactive) || !isJson(interactive.action)) return [];
  // It was checked when it was accepted.
  const { buttons = [], sections = [] } = interactive.action as {
    buttons?: { reply: { id: string; title: string } }[];
    sections?: { rows: { id: string; title: string; description?: string }[] }[];
  };
  return [
    ...buttons.map(({ reply }): Choice => ({ id: reply.id, type: 'button_reply', reply })),
    ...sections.flatMap(({ rows }) =>
      rows.map((reply): Choice => ({ id: reply.id, type: 'list_reply', reply })),
    ),
  ];
}
