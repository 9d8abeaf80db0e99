import type { Cloud } from '../graph/cloud.ts';
import { isJson, type Json } from '../graph/json.ts';
import { offersOf } from '../graph/people/offers.ts';
import type { CloudMessageRow } from '../graph/store.ts';
import type { Interactive, Item, ScreenFile } from './item.ts';

const READ = ['read', 'played'];
const KINDS: Record<string, Interactive['kind']> = {
  button: 'buttons',
  list: 'list',
  cta_url: 'link',
  location_request_message: 'location_request',
  product: 'product',
  product_list: 'product_list',
  catalog_message: 'catalog',
  flow: 'flow',
};

/** A message of a business number, from the side of the person. Null for one that failed: no phone shows it. */
export function cloudItem(cloud: Cloud, row: CloudMessageRow): Item | null {
  if (row.direction === 'out' && row.status === 'failed') return null;
  const payload: Json = JSON.parse(row.payload);
  const { reaction, edit, revoke, interactive } = payload;
  const isFromBusiness = row.direction === 'out';
  return {
    id: row.id,
    engine: 'official_cloud',
    from_phone: !isFromBusiness,
    type: row.type === 'revoke' ? 'deletion' : row.type,
    text: isJson(reaction) ? textOf(reaction.emoji) : row.text,
    at: row.at,
    read: READ.includes(row.status),
    file: fileOf(cloud, row),
    quote: quoteOf(cloud, row, payload.context),
    interactive: isFromBusiness && isJson(interactive) ? interactiveOf(interactive) : null,
    target: targetIn(reaction) ?? targetIn(edit) ?? targetIn(revoke),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function targetIn(change: unknown): string | null {
  return isJson(change) ? textOf(change.message_id ?? change.original_message_id) : null;
}

function fileOf(cloud: Cloud, { media_id }: CloudMessageRow): ScreenFile | null {
  const file = media_id === null ? undefined : cloud.store.findMedia(media_id);
  return file ? { mimetype: file.mime_type, name: file.file_name, size: file.file_size } : null;
}

function quoteOf(cloud: Cloud, { phone_number_id }: CloudMessageRow, context: unknown): Item['quote'] {
  const id = isJson(context) ? textOf(context.message_id ?? context.id) : null;
  return id === null ? null : { id, text: cloud.store.findMessage(phone_number_id, id)?.text ?? null };
}

/** The provider checked it when it was sent. */
function interactiveOf({ type, header, footer, action }: Json): Interactive {
  const parts: Json = isJson(action) ? action : {};
  const link: Json = isJson(parts.parameters) ? parts.parameters : {};
  return {
    kind: KINDS[String(type)] ?? 'buttons',
    header: isJson(header) ? textOf(header.text) : null,
    footer: isJson(footer) ? textOf(footer.text) : null,
    button: textOf(parts.button ?? link.display_text),
    url: textOf(link.url),
    choices: offersOf({ type, action }).map(({ answer: _, text: __, ...choice }) => choice),
  };
}
