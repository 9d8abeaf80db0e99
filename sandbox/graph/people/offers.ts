import { isJson, type Json } from '../json.ts';

/** What a person can tap in a message of a business, and the message that answers it. */
export interface Offer {
  id: string;
  /** Empty: the phone has its own words. */
  title: string;
  description: string | null;
  /** Heading above the row of a list. */
  section: string | null;
  answer: Json & { type: string };
  /** What the phone shows of the answer. */
  text: string;
}

const PRICE = 25_000;
const PLACE = { latitude: -6.9175, longitude: 107.6191, name: 'Rumah', address: 'Jl. Melati 5, Bandung' };

/** Of an interactive node, which the provider checked when it was sent. */
export function offersOf({ type, action }: Json): Offer[] {
  const parts: Json = isJson(action) ? action : {};
  const parameters: Json = isJson(parts.parameters) ? parts.parameters : {};
  switch (type) {
    case 'location_request_message':
      return [
        { ...offer({ id: 'location' }, null, { type: 'location', location: PLACE }), text: PLACE.name },
      ];
    case 'flow':
      return [offer({ id: 'flow', title: parameters.flow_cta }, null, formAnswer(parameters))];
    case 'product':
      return [product(parts.product_retailer_id, parts.catalog_id)];
    case 'product_list':
      return sectionsOf(parts, 'product_items', ({ product_retailer_id }, section) =>
        product(product_retailer_id, parts.catalog_id, section),
      );
    case 'catalog_message':
      return [{ ...product(parameters.thumbnail_product_retailer_id, 'catalogue'), title: '' }];
    default:
      return [
        ...listOf(parts.buttons).map(({ reply }) => choice('button_reply', reply, null)),
        ...sectionsOf(parts, 'rows', (row, section) => choice('list_reply', row, section)),
      ];
  }
}

function sectionsOf(
  { sections }: Json,
  items: string,
  read: (item: Json, section: string | null) => Offer,
): Offer[] {
  return listOf(sections).flatMap((section) =>
    listOf(section[items]).map((item) => read(item, textOf(section.title))),
  );
}

function choice(type: 'button_reply' | 'list_reply', reply: unknown, section: string | null): Offer {
  const given: Json = isJson(reply) ? reply : {};
  return offer(given, section, { type: 'interactive', interactive: { type, [type]: given } });
}

function product(id: unknown, catalog_id: unknown, section: string | null = null): Offer {
  const item = { product_retailer_id: id, quantity: 1, item_price: PRICE, currency: 'IDR' };
  return offer({ id, title: id }, section, { type: 'order', order: { catalog_id, product_items: [item] } });
}

/** As a person who fills in what the form had, or the only field of a simple one. */
function formAnswer({ flow_token = 'unused', flow_action_payload: payload }: Json): Offer['answer'] {
  const data = isJson(payload) && isJson(payload.data) ? payload.data : { nama: 'Budi' };
  const nfm_reply = { name: 'flow', body: 'Sent', response_json: JSON.stringify({ flow_token, ...data }) };
  return { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } };
}

function offer({ id, title, description }: Json, section: string | null, answer: Offer['answer']): Offer {
  const text = textOf(title) ?? '';
  return { id: String(id), title: text, description: textOf(description), section, answer, text };
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
