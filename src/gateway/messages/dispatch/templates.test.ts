import { expect, test } from 'vitest';
import { PHONE_ID } from '../../../../sandbox/graph/test-cloud.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import type { OutboundTemplate } from '../../engines/engine.ts';

const TEMPLATE: OutboundTemplate = {
  name: 'pesanan_siap',
  language: 'id',
  variables: [
    { part: 'header', kind: 'image', value: 'https://example.com/a.png' },
    { part: 'body', kind: 'text', name: 'nama', value: 'Ani' },
    { part: 'body', kind: 'text', name: 'nomor', value: 'INV-7' },
    { part: 'button', kind: 'url', index: 1, value: 'inv-7' },
    { part: 'button', kind: 'copy_code', index: 2, value: 'HEMAT10' },
  ],
};
const COMPONENTS = [
  { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }] },
  {
    type: 'body',
    parameters: [
      { type: 'text', parameter_name: 'nama', text: 'Ani' },
      { type: 'text', parameter_name: 'nomor', text: 'INV-7' },
    ],
  },
  { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'inv-7' }] },
  {
    type: 'button',
    sub_type: 'copy_code',
    index: '2',
    parameters: [{ type: 'coupon_code', coupon_code: 'HEMAT10' }],
  },
];

test('a template passes through the queue with all its variables, also when it is sent again', async () => {
  const line = await openOfficialLine();
  await line.cloud.post('/sandbox/cloud/faults', { code: 131056, retry_after_seconds: 1, count: 1 });

  const id = await line.send('', {
    type: 'template',
    template: { body: 'Halo Ani, pesanan INV-7 siap.', template: TEMPLATE, details: null },
  });
  await line.settled(id, 'sent');

  const { body } = await line.cloud.get('/sandbox/cloud/requests?call=messages');
  const { name, language } = TEMPLATE;
  const sent = { name, language: { policy: 'deterministic', code: language }, components: COMPONENTS };
  expect(body.data.map((entry: Json) => [entry.code, entry.body.type, entry.body.template])).toEqual([
    [131056, 'template', sent],
    [null, 'template', sent],
  ]);
});

test('of messages in one batch only the template is sent as one', async () => {
  const line = await openOfficialLine();
  const template = { name: 'halo', language: 'id', variables: [] };

  const ids = await Promise.all([
    line.send('satu'),
    line.send('', { type: 'template', template: { body: 'Halo', template, details: null } }),
    line.send('tiga'),
  ]);
  for (const id of ids) await line.settled(id, 'sent');

  const { body } = await line.cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out`);
  expect(body.data.map(({ type }: Json) => type).sort()).toEqual(['template', 'text', 'text']);
});
