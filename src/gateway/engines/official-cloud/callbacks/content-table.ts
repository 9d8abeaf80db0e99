import { MAX_ID } from '../../../../platform/lib/text.ts';
import { amountIn, rounded } from '../../amounts.ts';
import {
  isFields,
  jsonObject,
  listOf,
  MAX_LINE,
  MAX_LIST,
  MAX_NAME,
  readList,
  shortened,
  textIn,
} from '../../content-bounds.ts';
import type { ContactCard, Order, Product } from '../../content-kinds.ts';
import { type Reading, UNSUPPORTED_BODY } from '../../customer-content.ts';
import { answersIn } from '../../form-answers.ts';
import { humanText } from '../../human-text.ts';

export type Fields = Record<string, unknown>;

/** `replaced`: the provider's keys in another form; `undefined`: without. */
export type OfficialReading = Reading & { replaced?: Fields };

/** `node`: the value under the type's name. Null: nothing known. */
type Reader = (node: Fields, item: Fields) => OfficialReading | null;

/** Documented types, beside those of `NumberChange` and `changeIn`. */
const TABLE: Readonly<Record<string, Reader>> = {
  text: readText,
  image: ({ caption }) => ({ type: 'image', body: written(caption) }),
  video: ({ caption }) => ({ type: 'video', body: written(caption) }),
  document: ({ caption, filename }) => ({ type: 'document', body: written(caption) ?? written(filename) }),
  audio: () => ({ type: 'audio' }),
  sticker: (node) => ({
    type: 'image',
    details: { kind: 'sticker', sticker: { ...node, animated: node.animated === true } },
  }),
  location: readLocation,
  interactive: readInteractive,
  button: ({ payload, text }) => tapReading(text, payload),
  order: readOrder,
  // From before the connection. Its content may follow.
  media_placeholder: () => ({ details: { kind: 'phone_only', note: null } }),
  unsupported: readUnsupported,
};

export const typeIn = (item: Fields): string | undefined =>
  Object.keys(item).find((name) => name === 'contacts' || Object.hasOwn(TABLE, name));

export function readingOf({ type }: { type: string }, item: Fields): OfficialReading {
  const known = type === 'contacts' ? readContacts(item.contacts) : readKnown(type, item);
  const reading = known ?? unknownReading(type, humanText(item[type]) ?? humanText(otherParts(item)));
  const { interactive } = item;
  const hasForm = isFields(interactive) && interactive.nfm_reply !== undefined;
  // The raw answers have the secret of the form.
  return hasForm ? { ...reading, replaced: { ...reading.replaced, interactive: undefined } } : reading;
}

/** Content outside the name of its type. */
const otherParts = (item: Fields): Fields =>
  Object.fromEntries(
    Object.entries(item).filter(([, part]) => typeof part === 'object' || /\s/.test(String(part))),
  );

function readKnown(type: string, item: Fields): OfficialReading | null {
  const node = item[type];
  if (!Object.hasOwn(TABLE, type)) return null;
  return TABLE[type]?.(isFields(node) ? node : {}, item) ?? null;
}

const written = (text: unknown) => (typeof text === 'string' && text) || null;

const unknownReading = (name: string, words: string | null): OfficialReading => ({
  body: words ?? UNSUPPORTED_BODY,
  details: { kind: 'unknown', unknown: { name } },
});

/** Kept from numbers that are on a phone too, such as the first after an ad. */
const WITHHELD = '131060';

function readUnsupported({ type }: Fields, { errors }: Fields): OfficialReading {
  const isWithheld = Array.isArray(errors) && errors.some((error) => String(error?.code) === WITHHELD);
  return isWithheld
    ? { details: { kind: 'phone_only', note: null } }
    : unknownReading(textIn(type, MAX_NAME) ?? 'unsupported', null);
}

function readText({ body }: Fields, { context }: Fields): OfficialReading | null {
  const text = written(body);
  const asked = isFields(context) ? context.referred_product : null;
  if (text === null) return null;
  if (!isFields(context) || !isFields(asked)) return { body: text, replaced: { text: undefined } };
  const product: Product = {
    id: textIn(asked.product_retailer_id, MAX_NAME),
    catalog_id: textIn(asked.catalog_id, MAX_NAME),
    title: null,
    description: null,
    price: null,
    currency: null,
    url: null,
  };
  const { referred_product: _, ...others } = context;
  return { details: { note: text, product }, replaced: { text: undefined, context: others } };
}

function readLocation(node: Fields): OfficialReading {
  const { latitude, longitude } = node;
  const [name, address, url] = [node.name, node.address, node.url].map((text) => textIn(text));
  if (typeof latitude !== 'number' || typeof longitude !== 'number')
    return { body: [name, address].filter(Boolean).join('\n') || 'Location' };
  const named = { ...(name && { name }), ...(address && { address }), ...(url && { url }) };
  return { details: { kind: 'location', note: null, location: { latitude, longitude, ...named } } };
}

function readContacts(cards: unknown): OfficialReading | null {
  const list = Array.isArray(cards) ? cards.filter(isFields) : [];
  if (list.length === 0) return null;
  return { details: { kind: 'contacts', note: null, contacts: readList(list, readCard) } };
}

/** Keeps other fields, such as addresses, unless too long. */
function readCard(card: Fields): ContactCard & Fields {
  const whole = cardOf(shortened(card, MAX_LINE));
  if (JSON.stringify(whole).length < MAX_LIST) return whole;
  const { name, phones, emails, org } = card;
  return cardOf(shortened({ name, phones, emails, org }, MAX_NAME));
}

function cardOf(card: Fields): ContactCard & Fields {
  const name = isFields(card.name) ? card.name : {};
  const parts = [name.prefix, name.first_name, name.middle_name, name.last_name, name.suffix];
  const whole = parts.flatMap((part) => textIn(part, MAX_NAME) ?? []).join(' ');
  const company = isFields(card.org) ? textIn(card.org.company, MAX_NAME) : null;
  const formatted_name = textIn(name.formatted_name, MAX_NAME) ?? (whole || (company ?? ''));
  const listIn = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : []);
  const phones = listIn(card.phones).map((phone) => ({
    ...phone,
    phone: textIn(phone.phone, MAX_NAME) ?? undefined,
    wa_id: textIn(phone.wa_id, MAX_NAME) ?? undefined,
  }));
  const emails = listIn(card.emails).map((each) => ({
    ...each,
    email: textIn(each.email, MAX_NAME) ?? undefined,
  }));
  return {
    ...card,
    name: { ...name, formatted_name },
    phones,
    emails: emails.length > 0 ? emails : undefined,
    org: isFields(card.org) ? { ...card.org, company: company ?? undefined } : undefined,
  };
}

function tapReading(title: unknown, id: unknown): OfficialReading | null {
  const body = written(title);
  return body === null ? null : { body, details: { choice_id: textIn(id, MAX_ID) } };
}

/** A tap, answers of a form, or another, such as a permission to call. */
function readInteractive(interactive: Fields): OfficialReading | null {
  const tapped = [interactive.button_reply, interactive.list_reply].find(isFields);
  const tap = tapped ? tapReading(tapped.title, tapped.id) : null;
  if (tap) return tap;
  const form = isFields(interactive.nfm_reply) ? interactive.nfm_reply : null;
  const fields = form ? jsonObject(form.response_json) : otherReply(interactive);
  const answers = fields ? answersIn(fields) : [];
  if (answers.length > 0)
    return { details: { kind: 'answers', note: null, answers }, replaced: { interactive: undefined } };
  const body = written(form?.body);
  return body === null ? null : { body };
}

function otherReply({ type, ...nodes }: Fields): Fields | null {
  const node = typeof type === 'string' ? nodes[type] : null;
  return isFields(node) ? { [String(type).replace(/_reply$/, '')]: node } : null;
}

/** The provider counts prices in units of the currency. */
function readOrder(order: Fields): OfficialReading {
  const items = (Array.isArray(order.product_items) ? order.product_items.filter(isFields) : []).map(
    (item) => ({
      product_id: textIn(item.product_retailer_id, MAX_NAME),
      name: textIn(item.name, MAX_NAME),
      quantity: Math.max(0, amountIn(item.quantity) ?? 1),
      price: amountIn(item.item_price),
      currency: textIn(item.currency, 10),
    }),
  );
  return { details: { kind: 'order', note: written(order.text), order: orderOf(items) } };
}

function orderOf(items: Order['items']): Order {
  const currencies = new Set(items.map(({ currency }) => currency));
  const [currency = null] = currencies;
  const prices = items.flatMap(({ price, quantity }) => (price === null ? [] : price * quantity));
  const isSum = items.length > 0 && prices.length === items.length && currencies.size === 1;
  return {
    id: null,
    title: null,
    items: listOf(items),
    item_count: items.length > 0 ? Math.round(items.reduce((sum, { quantity }) => sum + quantity, 0)) : null,
    total: isSum ? rounded(prices.reduce((sum, price) => sum + price, 0)) : null,
    currency: isSum ? currency : null,
  };
}
