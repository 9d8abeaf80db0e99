import { Command } from 'commander';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { BUDI, PHONE_ID } from '../../../sandbox/graph/test-cloud.ts';
import { openOfficialLine } from '../../../test/harness/official-line.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { registerMessageCommands } from './commands.ts';

const line = await openOfficialLine({ onEnd: afterAll });
const { ctx, cloud, account, device } = line;
const service = await openService(ctx, { url: cloud.current.url, token: '' });
const { api } = await service.customerOf(account, device.device_uuid);

const template = (name: string, change: object = {}) => ({
  ...{ name, language: 'id', category: 'UTILITY', status: 'APPROVED' },
  components: [{ type: 'BODY', text: 'Halo {{1}}, pesanan {{2}} siap.' }],
  ...change,
});
const RICH = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Halo {{1}}, pesanan {{2}} dikirim.' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Terima kasih' },
      { type: 'URL', text: 'Lacak', url: 'https://example.com/{{1}}' },
    ],
  },
];
await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, {
  templates: [
    template('pesanan_siap'),
    template('dikirim', { components: RICH }),
    template('promo', { status: 'PAUSED' }),
  ],
  announce: false,
});
beforeEach(() => cloud.delete('/sandbox/cloud/requests'));

const READY = { name: 'pesanan_siap', language: 'id', variables: ['Ani', 'INV-7'] };
let keys = 0;

/** A template to a customer who never wrote, unless `change` says otherwise. */
function send(given: object, change: object = {}, key?: string) {
  keys += 1;
  const body = { device_uuid: device.device_uuid, to: BUDI, type: 'template', template: given, ...change };
  return api('POST', '/v1/messages', body, { 'idempotency-key': key ?? `t-${keys}` });
}

/** The templates that the provider was asked to send. */
const asked = async (): Promise<Json[]> =>
  (await cloud.get('/sandbox/cloud/requests?call=messages')).body.data.map(({ body }: Json) => body.template);

test('an official number writes first with a template, and what GET shows sends it again as it was', async () => {
  const given = {
    ...READY,
    name: 'dikirim',
    header_media_url: 'https://example.com/a.png',
    buttons: ['inv-7'],
  };

  const first = await send(given);
  await line.settled(first.body.id, 'sent', 'delivered');
  const shown = (await api('GET', `/v1/messages/${first.body.id}`)).body;
  const again = await send(shown.template);
  await line.settled(again.body.id, 'sent', 'delivered');

  expect([first.status, again.status]).toEqual([202, 202]);
  expect(first.body).toMatchObject({ status: 'queued', type: 'template', direction: 'out' });
  expect(shown.template).toEqual({
    name: 'dikirim',
    language: 'id',
    variables: {
      'header.image': 'https://example.com/a.png',
      '1': 'Ani',
      '2': 'INV-7',
      'button.1': 'inv-7',
    },
  });
  expect([first.body.template, again.body.template]).toEqual([shown.template, shown.template]);
  const [one, two] = await asked();
  expect(one).toMatchObject({ name: 'dikirim', components: [{ type: 'header' }, { type: 'body' }, {}] });
  expect(two).toEqual(one);
});

test('a replay answers the template, also after the provider has removed it', async () => {
  const first = await send(READY, {}, 'order-7');

  const same = await send(READY, {}, 'order-7');
  const other = await send({ name: 'tidak_ada', language: 'id' }, {}, 'order-7');

  for (const { status, body } of [same, other]) {
    expect([status, body.id, body.template]).toEqual([202, first.body.id, first.body.template]);
  }
  expect(same.headers['idempotency-mismatch']).toBeUndefined();
  expect(other.headers['idempotency-mismatch']).toBe('true');
  await line.settled(first.body.id, 'sent', 'delivered');
  expect(await asked()).toHaveLength(1);
});

test.each([
  ['is unknown', { ...READY, name: 'tidak_ada' }, 'template_not_found'],
  ['has no such language', { ...READY, language: 'en' }, 'template_not_found'],
  ['is paused', { ...READY, name: 'promo' }, 'template_not_approved'],
])('a template that %s is refused, and uses neither key nor quota', async (name, given, error) => {
  const key = name.replaceAll(' ', '-');
  const before = (await api('GET', '/v1/usage')).body.messages_sent;

  const refused = await send(given, {}, key);
  const used = (await api('GET', '/v1/usage')).body.messages_sent;
  const accepted = await send(READY, {}, key);

  expect([refused.status, refused.body.error]).toEqual([422, error]);
  expect(used).toBe(before);
  expect(accepted.status).toBe(202);
});

test.each([
  ['a missing value', { ...READY, variables: ['Ani'] }, 'template.variables.2', 'is required'],
  [
    'a value too many',
    { ...READY, variables: ['Ani', 'INV-7', '!'] },
    'template.variables.3',
    'is not known: the template has 1, 2',
  ],
  [
    'a file for a header without one',
    { ...READY, header_media_url: 'https://example.com/a.png' },
    'template.header_media_url',
    'is not known: the template has 1, 2',
  ],
  [
    'a file that is no URL',
    { ...READY, header_media_url: 'a.png' },
    'template.header_media_url',
    /^must be an/,
  ],
  ['a button too many', { ...READY, buttons: ['x'] }, 'template.buttons.0', /^is not known/],
  ['no template', undefined, 'template', /./],
])('%s is a field error', async (_name, given, field, text) => {
  const { status, body } = await send(given as object);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(body.errors[field]).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)]);
});

test('the problems come in the order of the contract', async () => {
  const economy = await insertDevice(ctx, account);
  const lost = await insertDevice(ctx, account, { status: 'disconnected' });
  const stranger = await insertDevice(ctx, await insertAccount(ctx));
  const unknown = { name: 'tidak_ada', language: 'id' };
  const problem = async (given: object, change: object) => {
    const { status, body } = await send(given, change);
    return `${status} ${body.error ?? Object.keys(body.errors)[0]}`;
  };

  expect(await problem({ language: 'id' }, { to: '12' })).toBe('422 template.name');
  expect(await problem(unknown, { to: '12' })).toBe('422 invalid_phone');
  expect(await problem(unknown, { device_uuid: 'none' })).toBe('404 device_not_found');
  expect(await problem(unknown, { device_uuid: stranger.device_uuid })).toBe('404 device_not_found');
  expect(await problem(unknown, { device_uuid: economy.device_uuid })).toBe('422 type_not_supported');
  expect(await problem(READY, { device_uuid: lost.device_uuid })).toBe('422 type_not_supported');
});

test('a reply of a phone shows nothing of the template of its provider', async () => {
  const details = { template: { name: 'x', language: { code: 'id' }, components: [] } };
  const { rows } = await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, created_at, source, public_id,
       details)
     values ($1, $2, 'out', 'text', 'sent', $3, now(), 'phone', 900001, $4) returning public_id`,
    [account.id, device.id, BUDI, details],
  );

  const { status, body } = await api('GET', `/v1/messages/${rows[0].public_id}`);

  expect([status, body.type, body.template]).toEqual([200, 'text', undefined]);
});

test('message send sends a template, and message list names its type', async () => {
  const outputs: CommandOutput[] = [];
  const kurir = async (...args: string[]) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    registerMessageCommands(program, async (action) => void outputs.push(await action(ctx)), {
      say: () => {},
      readTemplates: async () => ({ outcome: 'unreachable' }),
    });
    await program.parseAsync(['message', ...args], { from: 'user' });
    return outputs.at(-1);
  };
  await api('GET', `/v1/devices/${device.device_uuid}/templates`);
  const to = ['send', BUDI, '--device', device.device_uuid, '--template', 'pesanan_siap'];

  const sent = await kurir(...to, '--value', '1=Ani', '--value', '2=a=b', '--no-wait');
  const listed = await kurir('list', '--limit', '1');

  expect(sent).toMatchObject({ type: 'template', template: { variables: { '1': 'Ani', '2': 'a=b' } } });
  expect(listed).toMatchObject([{ type: 'template', phone: BUDI }]);
  await expect(kurir(...to)).rejects.toThrow('template.variables.1 is required.');
  await expect(kurir(...to, '--value', 'Ani')).rejects.toThrow(/Give a key and a value/);
  await expect(kurir(...to, 'Halo')).rejects.toThrow(/leave out the text/);
});
