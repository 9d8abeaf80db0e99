import { z } from 'zod';
import { textOf } from '../content-text.ts';
import {
  bodyAbove,
  footer,
  optionalBodyAbove,
  providerId,
  requiredHeader,
  sectionsOf,
  several,
} from './fields.ts';
import { kind } from './kind.ts';

/** Of all sections together. */
export const MAX_PRODUCTS = 30;

const catalogId = providerId('194836987003835', 'The catalogue of the business account.');
const productId = providerId('SKU-77', 'The id of the product in the catalogue.');

export const product = kind({
  title: 'Product of the catalogue',
  fields: {
    body: optionalBodyAbove.meta({
      description: 'The text below the product.',
      examples: ['Stok terbatas.'],
    }),
    interactive: z.object({ footer, catalog_id: catalogId, product_id: productId }),
  },
  example: {
    body: 'Stok terbatas.',
    interactive: { catalog_id: '194836987003835', product_id: 'SKU-77' },
  },
  stored({ body, interactive }) {
    const { catalog_id, product_id: id } = interactive;
    const unknown = { title: null, description: null, price: null, currency: null, url: null };
    const details = { note: body ?? null, product: { id, catalog_id, ...unknown } };
    return { body: textOf(details), interactive, details };
  },
});

const Sections = sectionsOf({ product_ids: several(productId, MAX_PRODUCTS) }).refine(
  (sections) => sections.flatMap(({ product_ids }) => product_ids).length <= MAX_PRODUCTS,
  `must have at most ${MAX_PRODUCTS} products`,
);

export const productList = kind({
  title: 'Products of the catalogue',
  fields: {
    body: bodyAbove.meta({ description: 'The text above the products.', examples: ['Pilihan minggu ini'] }),
    interactive: z.object({ header: requiredHeader, footer, catalog_id: catalogId, sections: Sections }),
  },
  example: {
    body: 'Pilihan minggu ini',
    interactive: {
      header: 'Katalog',
      catalog_id: '194836987003835',
      sections: [{ title: 'Kopi', product_ids: ['SKU-77', 'SKU-78'] }],
    },
  },
  stored({ body, interactive }) {
    const choices = interactive.sections.flatMap(({ title = null, product_ids }) =>
      product_ids.map((id) => ({ title: id, description: title, id: null, url: null, phone: null })),
    );
    return { body, interactive, details: { choices } };
  },
});

export const catalog = kind({
  title: 'Whole catalogue',
  fields: {
    body: bodyAbove.meta({ description: 'The text above the button.', examples: ['Lihat katalog kami.'] }),
    interactive: z.object({
      footer,
      product_id: providerId('SKU-77', 'The product whose picture the message shows.'),
    }),
  },
  example: { body: 'Lihat katalog kami.', interactive: { product_id: 'SKU-77' } },
  stored: ({ body, interactive }) => ({ body, interactive }),
});
