import { GraphError } from '../api/graph-error.ts';
import { isJson, type Json } from '../json.ts';
import { readInteractive } from './interactive.ts';
import {
  missingParameter,
  optionalObject,
  optionalText,
  requiredObject,
  requiredText,
} from './parameters.ts';

export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export type MediaSource = { id: string } | { link: string };

export interface Content {
  type: string;
  node: Json;
  text: string | null;
  media: { type: MediaType; source: MediaSource } | null;
}

const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;

/** Parses the content of a send request. Throws GraphError 100, 131008, 131009 or 131051. */
export function readContent(body: Json): Content {
  const type = body.type ?? 'text';
  if (typeof type !== 'string') throw new GraphError(100, { details: 'Param type must be a string' });
  if (type === 'contacts') return readContacts(body);
  const read = READERS.get(type);
  if (!read) throw new GraphError(131051, { details: `Message type '${type}' is not supported` });
  if (body[type] === undefined) throw missingParameter(type, `for type '${type}'`);
  return { type, ...read(requiredObject(body, type, type)) };
}

type Reader = (node: Json) => Omit<Content, 'type'>;

/** A map, because an object would accept types such as `constructor`. */
const READERS = new Map<string, Reader>(
  Object.entries<Reader>({
    text(node) {
      if (node.preview_url !== undefined && typeof node.preview_url !== 'boolean')
        throw new GraphError(100, { details: "Param text['preview_url'] must be a boolean" });
      return plain(node, requiredText(node, 'body', "text['body']", { max: MAX_TEXT }));
    },
    image: (node) => media('image', node),
    video: (node) => media('video', node),
    document: (node) => media('document', node),
    sticker: (node) => media('sticker', node),
    audio: (node) => media('audio', node),
    interactive: (node) => plain(node, readInteractive(node)),
    location(node) {
      coordinate(node, 'latitude', 90);
      coordinate(node, 'longitude', 180);
      const name = optionalText(node, 'name', "location['name']", { max: 1000 });
      optionalText(node, 'address', "location['address']", { max: 1000 });
      return plain(node, name);
    },
    reaction(node) {
      requiredText(node, 'message_id', "reaction['message_id']", {});
      const emoji = optionalText(node, 'emoji', "reaction['emoji']", { max: 32, min: 0 });
      if (emoji && !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(emoji))
        throw new GraphError(131009, { details: "Param reaction['emoji'] is not a valid emoji" });
      return plain(node, emoji);
    },
    template(node) {
      const name = requiredText(node, 'name', "template['name']", { max: 512 });
      const language = requiredObject(node, 'language', "template['language']");
      requiredText(language, 'code', "template['language']['code']", {});
      if (node.components !== undefined && !Array.isArray(node.components))
        throw new GraphError(100, { details: "Param template['components'] must be an array" });
      return plain(node, name);
    },
  }),
);

/** The provider wants one of them with the whole name. */
const NAME_PARTS = ['first_name', 'last_name', 'middle_name', 'prefix', 'suffix'];

function readContacts(body: Json): Content {
  const { contacts } = body;
  if (contacts === undefined) throw missingParameter('contacts', "for type 'contacts'");
  if (!Array.isArray(contacts) || contacts.length === 0)
    throw new GraphError(100, { details: 'Param contacts must be a non-empty array' });
  const names = contacts.map((contact: unknown, index) => {
    const path = `contacts[${index}]`;
    if (!isJson(contact)) throw new GraphError(100, { details: `Param ${path} must be an object` });
    const name = requiredObject(contact, 'name', `${path}['name']`);
    const shown = requiredText(name, 'formatted_name', `${path}['name']['formatted_name']`, {});
    if (!NAME_PARTS.some((part) => optionalText(name, part, `${path}['name']['${part}']`, {}) !== null))
      throw missingParameter(`${path}['name']['first_name']`);
    return shown;
  });
  return { type: 'contacts', node: { contacts }, text: names.join(', '), media: null };
}

const plain = (node: Json, text: string | null) => ({ node, text, media: null });

function media(type: MediaType, node: Json): Omit<Content, 'type'> {
  const { id, link } = node;
  if ((id === undefined) === (link === undefined))
    throw new GraphError(131008, { details: `Exactly one of ${type}['id'] and ${type}['link'] is required` });
  const source: MediaSource =
    link === undefined
      ? { id: requiredText(node, 'id', `${type}['id']`, {}) }
      : { link: requiredText(node, 'link', `${type}['link']`, { max: 2048 }) };
  if ('link' in source && !/^https?:$/.test(URL.parse(source.link)?.protocol ?? ''))
    throw new GraphError(100, { details: `Param ${type}['link'] is not a valid URI.` });
  if (node.caption !== undefined && (type === 'audio' || type === 'sticker'))
    throw new GraphError(100, { details: `Unexpected key "caption" on param "${type}"` });
  if (node.voice !== undefined && (type !== 'audio' || typeof node.voice !== 'boolean'))
    throw new GraphError(100, { details: `Unexpected key "voice" on param "${type}"` });
  const caption = optionalText(node, 'caption', `${type}['caption']`, { max: MAX_CAPTION, min: 0 });
  if (type === 'document') optionalText(node, 'filename', "document['filename']", { max: 240 });
  return { node, text: caption, media: { type, source } };
}

function coordinate(node: Json, key: string, limit: number): void {
  const value = node[key];
  if (value === undefined) throw missingParameter(`location['${key}']`);
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > limit)
    throw new GraphError(131009, { details: `Param location['${key}'] is not a valid coordinate` });
}

export const needsWindow = ({ type }: Content) => type !== 'template';

/** Parses the options beside the content. Throws GraphError. */
export function readExtras(body: Json): { callbackData: string | null; context: Json | null } {
  const callbackData = optionalText(body, 'biz_opaque_callback_data', 'biz_opaque_callback_data', {
    max: 512,
    min: 0,
  });
  const context = optionalObject(body, 'context', 'context');
  if (context) requiredText(context, 'message_id', "context['message_id']", {});
  if (context && body.type === 'reaction')
    throw new GraphError(100, { details: 'Param context is not allowed for reactions' });
  return { callbackData, context };
}
