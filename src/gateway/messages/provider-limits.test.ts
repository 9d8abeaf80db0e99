import { expect, test } from 'vitest';
import { GraphError } from '../../../sandbox/graph/api/graph-error.ts';
import { readContent } from '../../../sandbox/graph/sending/content.ts';
import type { Interactive, OutboundMessage } from '../engines/engine.ts';
import { ENGINE_KINDS, type MessageType } from '../engines/kinds.ts';
import { bodyOf, encodeFile } from '../engines/official-cloud/sending/message-body.ts';
import { judge } from './admission/engine-refusals.ts';
import { SendMessage } from './schema.ts';

interface Content {
  body?: string | null;
  interactive?: Interactive | object | null;
}

const letters = (count: number) => 'x'.repeat(count);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

const buttons = (count: number) => numbers(count).map((n) => ({ id: n, title: n }));
const rows = (count: number) => buttons(count);
const aButton = { id: 'a', title: 'A' };

const buttonMessage = (change: Interactive, body = 'Pilih'): Content => ({
  body,
  interactive: { buttons: [aButton], ...change },
});
const listMessage = (change: Interactive, body = 'Pilih'): Content => ({
  body,
  interactive: { button_text: 'Buka', sections: [{ rows: [aButton] }], ...change },
});
const oneRow = (change: object) => listMessage({ sections: [{ rows: [{ ...aButton, ...change }] }] });

const sectionsOf = (count: number) => numbers(count).map((n) => ({ title: n, rows: [{ id: n, title: n }] }));

const link = (change: object, body = 'Lihat'): Content => ({
  body,
  interactive: { button_text: 'Buka', url: 'https://example.com', ...change },
});
const form = (change: object): Content => ({
  body: 'Isi',
  interactive: { button_text: 'Buka', flow_id: '1', ...change },
});
const products = (size: number, change: object = {}): Content => ({
  body: 'Pilih',
  interactive: {
    ...{ header: 'Menu', catalog_id: '7', ...change },
    sections: [
      { title: 'A', product_ids: ['x'] },
      { title: 'B', product_ids: numbers(size - 1) },
    ].filter(({ product_ids }) => product_ids.length > 0),
  },
});

const LIMITS: [name: string, type: MessageType, max: number, content: (size: number) => Content][] = [
  ['text', 'text', ENGINE_KINDS.official_cloud.maxText, (size) => ({ body: letters(size) })],
  ['caption', 'image', 1_024, (size) => ({ body: letters(size) })],
  ['text above buttons', 'button', 1_024, (size) => buttonMessage({}, letters(size))],
  ['header above buttons', 'button', 60, (size) => buttonMessage({ header: letters(size) })],
  ['footer below buttons', 'button', 60, (size) => buttonMessage({ footer: letters(size) })],
  ['buttons', 'button', 3, (size) => buttonMessage({ buttons: buttons(size) })],
  [
    'id of a button',
    'button',
    256,
    (size) => buttonMessage({ buttons: [{ ...aButton, id: letters(size) }] }),
  ],
  [
    'title of a button',
    'button',
    20,
    (size) => buttonMessage({ buttons: [{ ...aButton, title: letters(size) }] }),
  ],
  ['text above a list', 'list', 4_096, (size) => listMessage({}, letters(size))],
  ['header above a list', 'list', 60, (size) => listMessage({ header: letters(size) })],
  ['footer below a list', 'list', 60, (size) => listMessage({ footer: letters(size) })],
  ['button_text', 'list', 20, (size) => listMessage({ button_text: letters(size) })],
  ['sections', 'list', 10, (size) => listMessage({ sections: sectionsOf(size) })],
  ['rows of a section', 'list', 10, (size) => listMessage({ sections: [{ rows: rows(size) }] })],
  [
    'title of a section',
    'list',
    24,
    (size) => listMessage({ sections: [{ title: letters(size), rows: [aButton] }] }),
  ],
  ['id of a row', 'list', 200, (size) => oneRow({ id: letters(size) })],
  ['title of a row', 'list', 24, (size) => oneRow({ title: letters(size) })],
  ['description of a row', 'list', 72, (size) => oneRow({ description: letters(size) })],
  ['text above a link', 'cta_url', 1_024, (size) => link({}, letters(size))],
  ['label of a link', 'cta_url', 20, (size) => link({ button_text: letters(size) })],
  ['label of a form', 'flow', 20, (size) => form({ button_text: letters(size) })],
  ['text above a request', 'location_request', 1_024, (size) => ({ body: letters(size) })],
  ['header above products', 'product_list', 60, (size) => products(1, { header: letters(size) })],
  ['products of a list', 'product_list', 30, (size) => products(size)],
  [
    'text above the catalogue',
    'catalog',
    1_024,
    (size) => ({ body: letters(size), interactive: { product_id: 'A' } }),
  ],
];

test.each(LIMITS)('Kurir and the provider have one limit: %s', (_name, type, max, content) => {
  const sizes = [max, max + 1];

  const byKurir = sizes.map((size) => acceptedByKurir(type, content(size)));
  const byProvider = sizes.map((size) => acceptedByProvider(type, content(size)));

  expect({ byKurir, byProvider }).toEqual({ byKurir: [true, false], byProvider: [true, false] });
});

const PREPARED = encodeFile({ id: '1' });

function acceptedByKurir(type: MessageType, content: Content): boolean {
  const media_url = type === 'image' ? 'https://example.com/a.jpg' : undefined;
  const input = SendMessage.safeParse({ device_uuid: 'd', to: '0812', type, media_url, ...content });
  return input.success && input.data.type !== 'template' && !judge(input.data).refusals.has('official_cloud');
}

function acceptedByProvider(
  type: MessageType,
  { body = null, interactive = null }: Content & object,
): boolean {
  const message: OutboundMessage = {
    // Checked by the test before.
    ...{ waMessageId: 'id', to: '62812', type, body, interactive: interactive as Interactive | null },
    ...{ mediaUrl: null, template: null, prepared: type === 'image' ? PREPARED : null },
  };
  try {
    readContent({ ...bodyOf(message) });
    return true;
  } catch (error) {
    if (error instanceof GraphError) return false;
    throw error;
  }
}
