import { expect, test } from 'vitest';
import type { TemplateValue } from '../../engine.ts';
import { templateOf } from './template-body.ts';

const FLOW = { part: 'button', kind: 'flow', index: 0 } as const;
const CATALOG = { part: 'button', kind: 'catalog', index: 1 } as const;

test.each<[string, TemplateValue, object]>([
  ['a flow with its token', { ...FLOW, value: 'order-17' }, { flow_token: 'order-17' }],
  ['a flow without one', { ...FLOW, value: '' }, { flow_token: 'unused' }],
  [
    'a catalogue with its picture',
    { ...CATALOG, value: 'SKU-1' },
    { thumbnail_product_retailer_id: 'SKU-1' },
  ],
  [
    'products in one section',
    { part: 'button', kind: 'mpm', index: 2, title: 'View items', value: 'SKU-1, SKU-2' },
    {
      thumbnail_product_retailer_id: 'SKU-1',
      sections: [
        {
          title: 'View items',
          product_items: [{ product_retailer_id: 'SKU-1' }, { product_retailer_id: 'SKU-2' }],
        },
      ],
    },
  ],
])('a button opens %s', (_name, value, action) => {
  const sent = templateOf({ name: 'promo', language: 'id', variables: [value] }, null);

  const { kind: sub_type, index } = value as typeof FLOW;
  expect(sent).toMatchObject({
    template: {
      components: [
        { type: 'button', sub_type, index: String(index), parameters: [{ type: 'action', action }] },
      ],
    },
  });
});

test('a catalogue without a product has no parameter: the provider shows its first one', () => {
  const sent = templateOf({ name: 'promo', language: 'id', variables: [{ ...CATALOG, value: '' }] }, null);

  expect(sent).toMatchObject({
    template: { components: [{ type: 'button', sub_type: 'catalog', index: '1' }] },
  });
  expect(JSON.stringify(sent)).not.toContain('parameters');
});
