import { expect, test } from 'vitest';
import { GraphError } from '../api/graph-error.ts';
import type { Json } from '../json.ts';
import { readContent } from './content.ts';

const long = (length: number) => '👋'.repeat(length);
const interactive = (type: string, action: object, more: object = {}) => ({
  type: 'interactive',
  interactive: { type, body: { text: 'Pilih' }, action, ...more },
});
const flow = (change: object) =>
  interactive('flow', {
    name: 'flow',
    parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Buka', ...change },
  });
const header = { header: { type: 'text', text: 'Katalog' } };
const products = (sections: object[], more: object = header) =>
  interactive('product_list', { catalog_id: '1', sections }, more);
const section = (count: number, title?: string) => ({
  ...(title !== undefined && { title }),
  product_items: Array.from({ length: count }, (_, n) => ({ product_retailer_id: `SKU-${n}` })),
});
const catalog = (parameters: object) =>
  interactive('catalog_message', { name: 'catalog_message', parameters });

function codeOf(body: Json): number | null {
  try {
    readContent(body);
    return null;
  } catch (error) {
    if (error instanceof GraphError) return error.code;
    throw error;
  }
}

test.each<[string, Json]>([
  ['a product', interactive('product', { catalog_id: '1', product_retailer_id: 'A' })],
  [
    'a product without a text',
    interactive('product', { catalog_id: '1', product_retailer_id: 'A' }, { body: undefined }),
  ],
  ['30 products', products([section(15, 'A'), section(15, 'B')])],
  ['one section without a title', products([section(1)])],
  ['a catalogue', catalog({ thumbnail_product_retailer_id: 'A' })],
  ['a form', flow({ flow_token: 't', mode: 'draft', flow_action_payload: { screen: 'A', data: { a: 1 } } })],
  ['a form by its name', flow({ flow_id: undefined, flow_name: 'pesan' })],
  ['a form whose server chooses the screen', flow({ flow_action: 'data_exchange' })],
])('takes %s', (_name, body) => {
  expect(codeOf(body)).toBeNull();
});

test.each<[string, Json, number]>([
  ['a product without a catalogue', interactive('product', { product_retailer_id: 'A' }), 131008],
  [
    'a header above a product',
    interactive('product', { catalog_id: '1', product_retailer_id: 'A' }, header),
    131009,
  ],
  ['products without a header', products([section(1)], {}), 131008],
  ['products without a text', products([section(1)], { ...header, body: undefined }), 131008],
  ['31 products', products([section(16, 'A'), section(15, 'B')]), 131009],
  ['no products', products([section(0)]), 131009],
  ['two sections, one without a title', products([section(1, 'A'), section(1)]), 131008],
  ['a section title of 25', products([section(1, long(25))]), 131009],
  ['a catalogue without a picture', catalog({}), 131008],
  ['another name of an action', interactive('catalog_message', { name: 'catalog' }), 131009],
  ['a form without an id', flow({ flow_id: undefined }), 131008],
  ['a form without a version', flow({ flow_message_version: undefined }), 131008],
  ['an old version of a form', flow({ flow_message_version: '2' }), 131009],
  ['a label of 21', flow({ flow_cta: long(21) }), 131009],
  ['an unknown mode', flow({ mode: 'test' }), 131009],
  [
    'a screen that the server chooses',
    flow({ flow_action: 'data_exchange', flow_action_payload: {} }),
    131009,
  ],
  ['no values of a form', flow({ flow_action_payload: { data: {} } }), 131009],
  ['a word for an emoji', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: 'ya' } }, 131009],
  [
    'a card whose name has no part',
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Ani' } }] },
    131008,
  ],
])('refuses %s', (_name, body, code) => {
  expect(codeOf(body)).toBe(code);
});
