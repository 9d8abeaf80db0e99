import { afterAll, expect, test } from 'vitest';
import { BUDI, PHONE_ID } from '../../sandbox/graph/test-cloud.ts';
import { conversationsOf, inbound, receiver } from '../../test/harness/conversations.ts';
import { openOfficialLine } from '../../test/harness/official-line.ts';
import { insertDevice } from '../../test/harness/rows.ts';
import { openService } from '../../test/harness/service.ts';
import type { Json } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';
import { openProducers } from '../app/automation.ts';
import { openOfficialProviders } from '../app/http/official-provider.ts';
import { inboundHooks } from '../app/inbound-hooks.ts';
import { openTemplates } from '../gateway/templates/template.ts';
import { DAY, HOUR, MINUTE } from '../platform/lib/clock.ts';
import { openDecider } from './arbiter/decider.ts';

// The provider refuses free text to people who have not written lately. These people never wrote to it.
const behaviour = { outside_window: 'response', strangers: 'closed', pair_rate: false };
const line = await openOfficialLine({ behaviour, onEnd: afterAll });
const { cloud, account, device } = line;
let ahead = 0;
const ctx = { ...line.ctx, now: () => new Date(Date.now() + ahead) };
const address = { url: cloud.current.url, token: '' };
const providers = openOfficialProviders(ctx.config, address);
afterAll(() => providers.close());
const { api } = await (await openService(ctx, address)).customerOf(account, device.device_uuid);
const { approve } = openTemplates(ctx, providers.readTemplates);
const decider = openDecider(ctx, openProducers(ctx, { approve }));
const receive = receiver(ctx, inboundHooks(ctx));

const URL = 'https://example.com/lacak/{{1}}';
const COMPONENTS = [
  { type: 'BODY', text: 'Halo {{1}}, pesanan {{2}} siap.' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Lacak', url: URL }] },
];
const PLAIN = [{ type: 'BODY', text: 'Halo {{1}}, masih berminat?' }];
const approved = (name: string, components: object[], status = 'APPROVED') => ({
  ...{ name, language: 'id', category: 'UTILITY', status, components },
});
/** What the provider has. It reports each change. */
async function review(status: 'APPROVED' | 'PAUSED') {
  const templates = [approved('siap', COMPONENTS), approved('ajak', PLAIN, status)];
  // Younger copies are not read again.
  ahead += 2 * MINUTE;
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { templates, announce: false });
  await api('GET', `/v1/devices/${device.device_uuid}/templates?refresh=true`);
}
await review('APPROVED');
// Answers leave at once.
await api('PATCH', '/v1/automation', { reply_delay: { min_seconds: 0, max_seconds: 0 } });

const READY = {
  ...{ name: 'siap', language: 'id' },
  variables: {
    '1': '{{customer.first_name|Kak}}',
    '2': '{{customer.name|No.}} 7',
    'button.0': '{{customer.name|kak}}',
  },
};
const INVITE = { name: 'ajak', language: 'id', variables: ['{{customer.first_name|Kak}}'] };
const rule = (template: object, change: object = {}) => ({
  ...{ kind: 'keyword', name: 'Status', patterns: ['status'], device_uuids: [device.device_uuid] },
  ...{ replies: [{ type: 'template', template }], ...change },
});

/** Decides what a person writes, and answers the conversation. */
async function writes(phone: string, body: string) {
  await receive(inbound(device, phone, { body, at: ctx.now() }));
  await decider.runOnce();
}
const chatOf = async (phone: string) =>
  (await conversationsOf(ctx, account)).find((row) => row.phone === phone);
const decisionsOn = async (phone: string): Promise<Json[]> => {
  const uuid = (await chatOf(phone))?.conversation_uuid;
  return (await api('GET', `/v1/conversations/${uuid}/decisions`)).body.data;
};
/** Templates and texts that the provider was asked to send to this number. */
const askedFor = async (phone: string): Promise<Json[]> =>
  (await cloud.get('/sandbox/cloud/requests?call=messages')).body.data.flatMap(({ body }: Json) =>
    body.to === `+${phone}` ? [body.template ?? body.text] : [],
  );

test('a rule answers with an approved template, filled with the values of the customer', async () => {
  await api('POST', '/v1/contacts', { phone: BUDI, name: 'Budi\nSantoso' });
  const made = await api('POST', '/v1/auto-replies', rule(READY));

  await writes(BUDI, 'status');
  const [template] = await until(async () => (await askedFor(BUDI)).length > 0 && askedFor(BUDI));

  expect(made.status).toBe(201);
  expect(made.body.replies).toMatchObject([{ type: 'template', template: READY }]);
  expect(template.components).toMatchObject([
    { type: 'body', parameters: [{ text: 'Budi' }, { text: 'Budi Santoso 7' }] },
    { type: 'button', parameters: [{ text: 'Budi%20Santoso' }] },
  ]);
  const [decision] = await decisionsOn(BUDI);
  expect(decision).toMatchObject({ stage: 'rule', outcome: 'answered', rule_id: made.body.id });
  const { body } = await api('GET', `/v1/messages/${decision?.message_ids[0]}`);
  expect(body).toMatchObject({ type: 'template', template: { name: 'siap' } });
});

test('the test of a rule shows the text of its template', async () => {
  const { body } = await api('POST', '/v1/auto-replies/test', {
    ...{ text: 'status', device_uuid: device.device_uuid, phone: BUDI },
  });

  expect(body.rule.replies).toMatchObject([{ type: 'template', body: 'Halo Kak, pesanan No. 7 siap.' }]);
});

test.each<[string, object, Record<string, RegExp>]>([
  ['an unknown template', rule({ ...INVITE, name: 'lain' }), { 'replies.0.template.name': /is no template/ }],
  ['another language', rule({ ...INVITE, language: 'en' }), { 'replies.0.template.name': /is no template/ }],
  ['missing values', rule({ ...INVITE, variables: [] }), { 'replies.0.template.variables.1': /is required/ }],
  [
    'a value that is empty without a name',
    rule({ ...INVITE, variables: ['{nama}'] }),
    { 'replies.0.template.variables.0': /add a fallback/ },
  ],
  ['all devices', rule(INVITE, { device_uuids: null }), { device_uuids: /must be official numbers/ }],
  [
    'a greeting',
    rule(INVITE, { kind: 'greeting', patterns: [] }),
    { 'replies.0.type': /is for rules of the kind keyword/ },
  ],
])('a rule is refused: %s', async (_what, body, errors) => {
  const answer = await api('POST', '/v1/auto-replies', body);

  expect(answer.status).toBe(422);
  const found = Object.entries(errors).map(([field, text]) => [field, [expect.stringMatching(text)]]);
  expect(answer.body.errors).toEqual(Object.fromEntries(found));
});

test('a rule for a number without templates is refused, also by a change', async () => {
  const economy = await insertDevice(ctx, account);
  const other = await api('POST', '/v1/auto-replies', rule(INVITE, { patterns: ['lain'] }));

  const made = await api('POST', '/v1/auto-replies', rule(INVITE, { device_uuids: [economy.device_uuid] }));
  const changed = await api('PATCH', `/v1/auto-replies/${other.body.id}`, {
    device_uuids: [economy.device_uuid],
  });

  for (const { status, body } of [made, changed])
    expect([status, body.errors.device_uuids]).toEqual([422, [expect.stringMatching(/official numbers/)]]);
});

test('a template that was paused meanwhile brings staff, with the reason', async () => {
  const SARI = '6281234567802';
  await api('POST', '/v1/auto-replies', rule(INVITE, { patterns: ['promo'] }));
  await review('PAUSED');

  await writes(SARI, 'promo');

  await review('APPROVED');
  const [decision] = await decisionsOn(SARI);
  expect(decision).toMatchObject({ stage: 'rule', outcome: 'handed_off', reason: 'template_not_approved' });
  expect(await chatOf(SARI)).toMatchObject({
    owner_state: 'human_waiting',
    owner_reason: 'template_not_sent',
  });
});

type Node = { id: string; type: string } & Record<string, unknown>;
const WAIT: Node = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 172_800 }, next: 'call' };
const END: Node = { id: 'end', type: 'end' };
const INVITED: Node = {
  ...{ id: 'call', type: 'send_template', next: 'end' },
  template: { ...INVITE, variables: ['{{var.who}}'] },
};

/** A flow that this word starts, and that invites again after two days. */
async function flow(word: string, node: Node, change: object = {}) {
  const start = {
    id: 'start',
    type: 'start',
    triggers: [{ match: 'exact', patterns: [word] }],
    next: 'wait',
  };
  const definition = { variables: [{ name: 'who', value: 'Kak' }], nodes: [start, WAIT, node, END] };
  const device_uuids = [device.device_uuid];
  const { body } = await api('POST', '/v1/flows', { name: word, device_uuids, definition, ...change });
  return { shown: body, published: await api('POST', `/v1/flows/${body.id}/publish`, {}) };
}

test('a flow that waited two days sends a template, because the window is closed', async () => {
  const ANI = '6281234567803';
  const { published } = await flow('ajak', INVITED);
  await writes(ANI, 'ajak');

  ahead += 2 * DAY + HOUR;
  await decider.runOnce();
  const [template] = await until(async () => (await askedFor(ANI)).length > 0 && askedFor(ANI));

  expect(published.status).toBe(200);
  expect(template).toMatchObject({ name: 'ajak', components: [{ parameters: [{ text: 'Kak' }] }] });
  expect((await decisionsOn(ANI))[0]).toMatchObject({ stage: 'flow', outcome: 'answered', node_id: 'end' });
});

test('the editor warns about free text after a long wait, only where an official number has the flow', async () => {
  const economy = await insertDevice(ctx, account);
  const text = { id: 'call', type: 'send_text', text: 'Masih berminat?', next: 'end' };
  const other = { device_uuids: [economy.device_uuid] };

  const [own, all, elsewhere] = [
    await flow('enam', text),
    await flow('tujuh', text, { device_uuids: null }),
    await flow('delapan', text, other),
  ];

  for (const { shown } of [own, all])
    expect(shown.warnings).toMatchObject([{ code: 'late_text', node_id: 'call', path: null }]);
  expect(elsewhere.shown.warnings).toEqual([]);
  expect((await flow('sembilan', INVITED)).shown.warnings).toEqual([]);
});

test('free text after the window is not sent: staff gets the conversation, and the decision says why', async () => {
  const RUDI = '6281234567804';
  await flow('tanya', { id: 'call', type: 'send_text', text: 'Masih berminat?', next: 'end' });
  await writes(RUDI, 'tanya');

  ahead += 2 * DAY + HOUR;
  await decider.runOnce();

  expect(await askedFor(RUDI)).toEqual([]);
  expect((await decisionsOn(RUDI))[0]).toMatchObject({
    ...{ stage: 'flow', outcome: 'handed_off', reason: 'reply_window_closed', message_ids: [] },
  });
  expect(await chatOf(RUDI)).toMatchObject({
    owner_state: 'human_waiting',
    owner_reason: 'reply_window_closed',
  });
});

test('publishing says what is wrong with a template, and the editor too', async () => {
  const unknown = { ...INVITED, template: { ...INVITE, name: 'lain' } };
  const missing = { ...INVITED, template: { ...INVITE, variables: {} } };

  const one = await flow('satu', unknown);
  const two = await flow('dua', missing);
  const three = await flow('tiga', INVITED, { device_uuids: null });

  expect(one.published).toMatchObject({
    status: 422,
    body: { errors: { 'nodes.call.template.name': [/./] } },
  });
  expect(one.shown.problems).toMatchObject([{ node_id: 'call', path: 'template.name', code: 'invalid' }]);
  expect(two.shown.problems).toMatchObject([{ path: 'template.variables.1', message: 'is required' }]);
  expect(three.shown.problems).toMatchObject([{ path: 'template', message: /official numbers/ }]);
});

test('a simulation shows the template, and that late free text is not sent', async () => {
  const text = { id: 'call', type: 'send_text', text: 'Masih berminat?', next: 'end' };
  const [good, bad] = [await flow('empat', INVITED), await flow('lima', text)];
  const play = async ({ shown }: { shown: Json }) =>
    (
      await api('POST', `/v1/flows/${shown.id}/simulate`, {
        ...{ messages: ['x'], advance_seconds: 200_000, device_uuid: device.device_uuid },
      })
    ).body;

  const [sent, late] = [await play(good), await play(bad)];

  const of = ({ entries }: Json, event: string) =>
    entries.flatMap((entry: Json) => (entry.event === event ? [entry.details] : []));
  expect(of(sent, 'sent')).toMatchObject([
    { type: 'template', body: 'Halo Kak, masih berminat?', template: { name: 'ajak' } },
  ]);
  expect(of(late, 'not_sent')).toMatchObject([{ body: 'Masih berminat?', why: 'reply_window_closed' }]);
  expect(late.state).toBe('handed_off');
});

test('a template that cannot be sent leads to another step, or to staff', async () => {
  const other = await api('POST', '/v1/flows', { name: 'lain' });
  const nodes = (change: object) => [
    { id: 'start', type: 'start', next: 'call' },
    { ...INVITED, template: INVITE, ...change },
    { id: 'sorry', type: 'send_text', text: 'Maaf, Kak.', next: 'end' },
    END,
  ];
  const play = async (change: object) => {
    await api('PATCH', `/v1/flows/${other.body.id}`, { definition: { nodes: nodes(change) } });
    return (await api('POST', `/v1/flows/${other.body.id}/simulate`, { messages: ['x'] })).body;
  };

  const led = await play({ failed: 'sorry' });

  expect(led.entries).toMatchObject([
    { event: 'customer' },
    ...[{ event: 'node' }, { event: 'node' }],
    { event: 'not_sent', details: { why: 'templates_not_supported' } },
    ...[{ event: 'node' }, { event: 'sent', details: { body: 'Maaf, Kak.' } }, { event: 'node' }],
    { event: 'end' },
  ]);
});
