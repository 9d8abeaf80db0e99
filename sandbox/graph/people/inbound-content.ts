import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { userIdOf } from '../ids.ts';
import { definedFields, isJson, type Json } from '../json.ts';
import { INBOUND_LIFETIME_MS } from '../media/files.ts';
import { signedMediaUrl } from '../media/signed-urls.ts';
import type { CloudNumber, Person } from '../records.ts';
import { MEDIA_TYPES, type MediaType } from '../sending/content.ts';
import { errorOf } from '../webhooks/statuses.ts';
import type { FilePart, InboundBody } from './inbound-schema.ts';
import { type Offer, offersOf } from './offers.ts';
import { authorOf, savePerson } from './people.ts';

const DEFAULT_MIMETYPES: Record<MediaType, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
};

export interface InboundContent {
  type: string;
  fields: Json;
  text: string | null;
  mediaId: string | null;
}

/** The fields of a message beside its content. */
export function extrasOf(cloud: Cloud, number: CloudNumber, body: InboundBody): Json {
  const { message_id, forwarded, frequently_forwarded, referred_product, referral } = body;
  const context = {
    ...(message_id !== undefined && { from: quotedFrom(cloud, number, message_id), id: message_id }),
    ...(forwarded && { forwarded }),
    ...(frequently_forwarded && { frequently_forwarded }),
    ...(referred_product && { referred_product }),
  };
  return { ...(Object.keys(context).length > 0 && { context }), ...(referral && { referral }) };
}

function quotedFrom(cloud: Cloud, { data, digits }: CloudNumber, id: string): string {
  const quoted = cloud.store.findMessage(data.phone_number_id, id);
  return quoted?.direction === 'in' ? authorOf(cloud, quoted).wa_id : digits;
}

/** Builds the content of a message, and stores its file. Throws SandboxError. */
export async function readInboundContent(
  cloud: Cloud,
  number: CloudNumber,
  person: Person,
  body: InboundBody,
): Promise<InboundContent> {
  const media = MEDIA_TYPES.find((type) => body[type]);
  const file = media && body[media];
  if (file) return fileContent(cloud, number, media, file);
  const { text, location, contacts, button, order, unsupported, raw } = body;
  if (text !== undefined) return plain('text', { text: { body: text } }, text);
  if (location) return plain('location', { location }, location.name ?? null);
  if (contacts)
    return plain('contacts', { contacts }, contacts.map(({ name }) => name.formatted_name).join(', '));
  if (button) return plain('button', { button }, button.text);
  const change = changeContent(body);
  if (change) return change;
  if (order) return plain('order', { order }, order.text ?? null);
  if (body.system) return systemContent(cloud, person, body.system);
  if (unsupported) {
    const details = 'Message type is currently not supported.';
    return plain('unsupported', { errors: [errorOf({ code: 131051, details })], unsupported }, null);
  }
  if (raw) return { type: raw.type, fields: raw, text: null, mediaId: null };
  return tapContent(cloud, number, body);
}

/** A reaction, an edit or a deletion of an earlier message. */
function changeContent({ reaction, edit, deletion }: InboundBody): InboundContent | null {
  if (reaction) {
    const { message_id, emoji } = reaction;
    return plain('reaction', { reaction: { message_id, ...(emoji && { emoji }) } }, emoji ?? null);
  }
  if (edit) {
    const { message_id: original_message_id, text } = edit;
    const message = { type: 'text', text: { body: text } };
    return plain('edit', { edit: { original_message_id, message } }, text);
  }
  if (deletion) return plain('revoke', { revoke: { original_message_id: deletion.message_id } }, null);
  return null;
}

function plain(type: string, fields: Json, text: string | null): InboundContent {
  return { type, fields: { type, ...fields }, text, mediaId: null };
}

async function fileContent(
  cloud: Cloud,
  number: CloudNumber,
  type: MediaType,
  file: FilePart,
): Promise<InboundContent> {
  const mime_type = file.mimetype ?? DEFAULT_MIMETYPES[type];
  const bytes = Buffer.from(file.data, 'base64');
  const media = await cloud.media.save({
    phoneNumberId: number.data.phone_number_id,
    mimeType: mime_type,
    fileName: file.file_name ?? null,
    bytes,
    expiresAt: cloud.clock.now() + INBOUND_LIFETIME_MS,
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

/** A changed number also changes the business-scoped id. */
function systemContent(
  cloud: Cloud,
  person: Person,
  system: NonNullable<InboundBody['system']>,
): InboundContent {
  const next = system.wa_id;
  const body = system.body ?? `User ${person.name} changed from ${person.wa_id} to ${next ?? 'another id'}`;
  if (system.type === 'user_changed_number' && next !== undefined) {
    savePerson(cloud, { wa_id: next, name: person.name, username: person.username, user_id: userIdOf(next) });
  }
  return plain('system', { system: { ...system, body } }, body);
}

function tapContent(cloud: Cloud, number: CloudNumber, body: InboundBody): InboundContent {
  const { tap, button_reply, list_reply, message_id } = body;
  const tapped = button_reply ?? list_reply;
  const offers = message_id === undefined ? [] : offersIn(cloud, number, message_id);
  const offer = offers.find(({ id }) => id === (tap ?? tapped?.id));
  if (!tapped) {
    if (!offer) throw new SandboxError('choice_not_found');
    const { type, ...fields } = offer.answer;
    return plain(type, fields, offer.text);
  }
  const type = button_reply ? 'button_reply' : 'list_reply';
  const reply = { ...replyIn(offer?.answer), ...definedFields(tapped) };
  if (reply.id === undefined || reply.title === undefined) throw new SandboxError('choice_not_found');
  return plain('interactive', { interactive: { type, [type]: reply } }, reply.title);
}

function replyIn(answer: Offer['answer'] | undefined): { id?: string; title?: string } {
  const interactive = answer?.interactive;
  const { button_reply, list_reply }: Json = isJson(interactive) ? interactive : {};
  // Without the cast, their fields could have any type. The provider checked them when they were sent.
  return (button_reply ?? list_reply ?? {}) as { id?: string; title?: string };
}

function offersIn(cloud: Cloud, number: CloudNumber, messageId: string): Offer[] {
  const message = cloud.store.findMessage(number.data.phone_number_id, messageId);
  if (!message) throw new SandboxError('message_not_found');
  const { interactive }: Json = JSON.parse(message.payload);
  return isJson(interactive) ? offersOf(interactive) : [];
}
