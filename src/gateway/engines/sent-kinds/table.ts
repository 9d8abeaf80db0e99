import { ctaUrl, flow, locationRequest } from './actions.ts';
import { catalog, product, productList } from './catalogue.ts';
import { contacts } from './contacts.ts';
import { location } from './location.ts';
import { reaction } from './reaction.ts';
import { sticker } from './sticker.ts';

/**
 * Read by the API, its reference and the engines. A new kind needs an entry here, and a form in
 * each engine that sends it.
 */
export const SENT_KINDS = {
  location,
  contacts,
  sticker,
  reaction,
  location_request: locationRequest,
  cta_url: ctaUrl,
  product,
  product_list: productList,
  catalog,
  flow,
} as const;

export type SentKind = keyof typeof SENT_KINDS;

export const SENT_KIND_NAMES = Object.keys(SENT_KINDS) as SentKind[]; // `Object.keys` forgets the type of its keys
