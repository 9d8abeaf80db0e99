import { afterAll, expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { openTestCloud, PHONE_ID, type TestCloud } from '../test-cloud.ts';

const NO_LIMITS = { messages_per_second: null, pair_rate: false };
const CLOCK = '/sandbox/cloud/clock';
const shared = await openTestCloud({ onEnd: afterAll, behaviour: NO_LIMITS });

const text = (value: string, name?: string) => ({
  type: 'text',
  ...(name !== undefined && { parameter_name: name }),
  text: value,
});
const use = (cloud: TestCloud, name: string, components: object[], code = 'id') =>
  cloud.send({ type: 'template', template: { name, language: { code }, components } });
const wabaOf = async (cloud: TestCloud) =>
  (await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}`)).body.waba_id;
const SENT = {
  header: { type: 'header', parameters: [text('INV-7')] },
  body: { type: 'body', parameters: [text('Ani'), text('INV-7')] },
  button: { type: 'button', sub_type: 'url', index: '0', parameters: [text('inv-7')] },
};

test('the phone shows a template as text, with its variables', async () => {
  await use(shared, 'pesanan_dikirim', [SENT.header, SENT.body, SENT.button]);
  const image = {
    type: 'header',
    parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }],
  };
  const named = { type: 'body', parameters: [text('10 %', 'diskon'), text('Ani', 'nama')] };
  await use(shared, 'promo_akhir_pekan', [image, named]);

  const { body } = await shared.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out`);

  expect(body.data.map((message: { text: string }) => message.text)).toEqual([
    'Pesanan INV-7\n\nHalo Ani, pesanan INV-7 sudah dikirim.\n\nToko Kurir',
    'Halo Ani, diskon 10 % sampai Minggu.',
  ]);
});

test.each([
  ['a missing header', [SENT.body, SENT.button], 132000],
  ['a missing value', [SENT.header, { type: 'body', parameters: [text('Ani')] }, SENT.button], 132000],
  [
    'a value with a line break',
    [{ type: 'header', parameters: [text('a\nb')] }, SENT.body, SENT.button],
    132018,
  ],
  ['a button without its value', [SENT.header, SENT.body], 131008],
  [
    'an image for a text',
    [{ type: 'header', parameters: [{ type: 'image' }] }, SENT.body, SENT.button],
    132012,
  ],
])('%s is refused', async (_name, components, code) => {
  const { body } = await use(shared, 'pesanan_dikirim', components);

  expect(body.error.code).toBe(code);
});

test('a named variable needs its name, and a template that is not approved is not sent', async () => {
  const image = { type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] };
  const unnamed = { type: 'body', parameters: [text('Ani'), text('10 %')] };

  const answers = [
    await use(shared, 'promo_akhir_pekan', [image, unnamed]),
    await use(shared, 'promo_akhir_pekan', [unnamed], 'en'),
  ];

  expect(answers.map(({ body }) => body.error.code)).toEqual([100, 132001]);
});

test('the templates of an account are listed in pages, for a token with the right', async () => {
  const cloud = await openTestCloud();
  const common = { language: 'id', category: 'UTILITY', status: 'APPROVED' };
  const templates = Array.from({ length: 5 }, (_, n) => ({ ...common, name: `t${n}`, body_parameters: n }));
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { templates });
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGsend',
    scopes: ['whatsapp_business_messaging'],
  });
  const path = `/${await wabaOf(cloud)}/message_templates?limit=2`;

  const names: string[] = [];
  let after: string | undefined;
  do {
    const { body } = await cloud.graph('GET', after === undefined ? path : `${path}&after=${after}`);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    after = body.paging.next && body.paging.cursors.after;
  } while (after !== undefined);
  const refused = await cloud.graph('GET', path, undefined, 'EAAGsend');

  expect(names).toEqual(['t0', 't1', 't2', 't3', 't4']);
  expect(refused.body.error.code).toBe(10);
});

test('a changed status is announced, an unchanged one is not', async () => {
  const cloud = await openTestCloud();
  const template = { name: 'halo', language: 'id', category: 'UTILITY', body_parameters: 0 };
  const set = (status: string) =>
    cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { templates: [{ ...template, status }] });
  const news = () => cloud.values('message_template_status_update');

  await set('PENDING');
  await set('PENDING');
  await set('APPROVED');
  await until(() => news().length === 2);

  expect(news()).toMatchObject([
    { event: 'PENDING', message_template_name: 'halo', message_template_language: 'id' },
    { event: 'APPROVED', message_template_name: 'halo', message_template_language: 'id' },
  ]);
});

test('an answer to a person from an advertisement opens the window for three days, also after a restart', async () => {
  const cloud = await openTestCloud({ behaviour: NO_LIMITS });
  const failures = async () => {
    const { body } = await cloud.sendText('Masih ada');
    const statuses = await cloud.statusesOf(body.messages[0].id, 1);
    return statuses.filter(({ status }) => status === 'failed').length;
  };
  await cloud.write({ text: 'Halo', referral: { source_url: 'https://fb.me/x', source_type: 'ad' } });
  await cloud.sendText('Halo juga');

  await cloud.post(CLOCK, { advance_hours: 71 });
  const inTime = await failures();
  await cloud.restart();
  const afterRestart = await failures();
  await cloud.post(CLOCK, { advance_hours: 2 });
  const late = await failures();

  expect([inTime, afterRestart, late]).toEqual([0, 0, 1]);
});

test('answers cost as templates do, and nothing in the three days after an answered advertisement', async () => {
  const cloud = await openTestCloud({ behaviour: NO_LIMITS });
  const promo = { name: 'promo', language: 'id', status: 'APPROVED', body_parameters: 0 };
  const templates = [{ ...promo, category: 'MARKETING' }];
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { templates });
  const priceOf = async (sent: ReturnType<typeof cloud.send>) => {
    const [status] = await cloud.statusesOf((await sent).body.messages[0].id, 1);
    return status.pricing;
  };
  const template = { type: 'template', template: { name: 'promo', language: { code: 'id' } } };
  await cloud.write({ text: 'Halo' });

  const [answer, promotion] = [await priceOf(cloud.sendText('Halo')), await priceOf(cloud.send(template))];
  await cloud.write({ text: 'Halo', referral: { source_url: 'https://fb.me/x', source_type: 'ad' } });
  const free = [await priceOf(cloud.sendText('Halo')), await priceOf(cloud.send(template))];

  const paid = { billable: true, pricing_model: 'PMP', type: 'regular' };
  expect([answer, promotion]).toEqual([
    { ...paid, category: 'service' },
    { ...paid, category: 'marketing' },
  ]);
  const entry = {
    billable: false,
    pricing_model: 'PMP',
    type: 'free_entry_point',
    category: 'referral_conversion',
  };
  expect(free).toEqual([entry, entry]);
});
