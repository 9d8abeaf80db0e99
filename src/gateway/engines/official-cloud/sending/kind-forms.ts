import type { z } from 'zod';
import type { OutboundMessage } from '../../engine.ts';
import type { SENT_KINDS, SentKind } from '../../sent-kinds/table.ts';

type Fields<Name extends SentKind> = z.infer<z.ZodObject<(typeof SENT_KINDS)[Name]['fields']>>;
type Interactive<Name extends SentKind> =
  Fields<Name> extends { interactive: infer Value extends object } ? Value : never;

/** A sticker is a file. */
type Form = (message: OutboundMessage) => object;

export const KIND_FORMS: Readonly<Record<Exclude<SentKind, 'sticker'>, Form>> = {
  location: ({ location }) => ({ type: 'location', location }),
  contacts: ({ contacts }) => ({ type: 'contacts', contacts: contacts?.map(cardOf) }),
  reaction: ({ body, quote }) => ({
    type: 'reaction',
    reaction: { message_id: quote?.id, emoji: body ?? '' },
  }),
  location_request: (message) => interactive('location_request_message', message, { name: 'send_location' }),
  cta_url(message) {
    const { button_text: display_text, url } = checked<'cta_url'>(message);
    return interactive('cta_url', message, { name: 'cta_url', parameters: { display_text, url } });
  },
  product(message) {
    const { catalog_id, product_id } = checked<'product'>(message);
    return interactive('product', message, { catalog_id, product_retailer_id: product_id });
  },
  product_list(message) {
    const { catalog_id, sections } = checked<'product_list'>(message);
    const items = sections.map(({ title, product_ids }) => ({
      title,
      product_items: product_ids.map((id) => ({ product_retailer_id: id })),
    }));
    return interactive('product_list', message, { catalog_id, sections: items });
  },
  catalog(message) {
    const parameters = { thumbnail_product_retailer_id: checked<'catalog'>(message).product_id };
    return interactive('catalog_message', message, { name: 'catalog_message', parameters });
  },
  flow(message) {
    const { button_text, flow_id, flow_token, mode, action, screen, data } = checked<'flow'>(message);
    const payload = { ...(screen && { screen }), ...(data && { data }) };
    const parameters = {
      flow_message_version: '3',
      flow_id,
      flow_cta: button_text,
      ...(flow_token && { flow_token }),
      ...(mode && { mode }),
      ...(action && { flow_action: action }),
      ...(Object.keys(payload).length > 0 && { flow_action_payload: payload }),
    };
    return interactive('flow', message, { name: 'flow', parameters });
  },
};

/** Checked at the admission. */
const checked = <Name extends SentKind>({ interactive }: OutboundMessage) => interactive as Interactive<Name>;

function interactive(type: string, message: OutboundMessage, action: object): object {
  return {
    type: 'interactive',
    interactive: { type, ...frameOf(message.body ?? '', message.interactive), action },
  };
}

/** Around the action of choices and kinds. */
export function frameOf(text: string, interactive: OutboundMessage['interactive']) {
  const { header, footer } = interactive ?? {};
  return {
    ...(header !== undefined && { header: { type: 'text', text: header } }),
    ...(text !== '' && { body: { text } }),
    ...(footer !== undefined && { footer: { text: footer } }),
  };
}

/** Needs a part of the name, and no empty list. */
function cardOf({ name, phones, ...card }: NonNullable<OutboundMessage['contacts']>[number]): object {
  return {
    ...card,
    name: { first_name: name.formatted_name, ...name },
    ...(phones.length > 0 && { phones }),
  };
}
