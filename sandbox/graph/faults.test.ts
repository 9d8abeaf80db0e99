import { afterAll, expect, test } from 'vitest';
import { until } from '../../test/harness/until.ts';
import { type CallTarget, FaultBody, FaultRules } from './faults.ts';
import { BUDI, openTestCloud, PHONE_ID, type TestCloud, TOKEN } from './test-cloud.ts';

const ANI = '6281300000001';
const shared = await openTestCloud({ onEnd: afterAll });
const FAULTS = '/sandbox/cloud/faults';

const rules = (...bodies: object[]) => {
  const all = new FaultRules();
  for (const body of bodies) all.add(FaultBody.parse(body));
  return all;
};
const hitsOf = (all: FaultRules, count: number, target: CallTarget = { call: 'messages' }) =>
  Array.from({ length: count }, () => all.match(target)?.id ?? 0);

async function arrived(cloud: TestCloud, callbackData: string): Promise<string[]> {
  const { body } = await cloud.get(
    `/sandbox/cloud/numbers/${PHONE_ID}/messages?biz_opaque_callback_data=${callbackData}`,
  );
  return body.data.map(({ id }: { id: string }) => id);
}

const marked = (cloud: TestCloud, callbackData: string) =>
  cloud.send({ text: { body: 'Halo' }, biz_opaque_callback_data: callbackData });

test.each([
  ['once by default', { code: 2 }, [1, 0, 0, 0, 0, 0]],
  ['after skipped calls', { code: 2, skip: 2, count: 2 }, [0, 0, 1, 1, 0, 0]],
  ['every third', { code: 2, every: 3, count: null }, [0, 0, 1, 0, 0, 1]],
  ['without limit', { code: 2, count: null }, [1, 1, 1, 1, 1, 1]],
])('a fault hits %s', (_name, body, hits) => {
  expect(hitsOf(rules(body), 6)).toEqual(hits);
});

test.each([
  ['another call', { call: 'media' }, { call: 'messages' as const }],
  ['another number', { phone_number_id: '1' }, { call: 'messages' as const, phoneNumberId: '2' }],
  ['another receiver', { recipient: `+${ANI}` }, { call: 'messages' as const, recipient: [BUDI] }],
  ['another type', { type: 'image' }, { call: 'messages' as const, type: 'text' }],
  [
    'another status',
    { call: 'statuses', webhook: 'lose', statuses: ['read'] },
    { call: 'statuses' as const, status: 'sent' as const },
  ],
])('a fault does not hit %s', (_name, match, target) => {
  expect(hitsOf(rules({ delay_ms: 5, ...match }), 1, target)).toEqual([0]);
});

test('the first fault that hits wins, all matching faults count', () => {
  const all = rules({ code: 2 }, { code: 4, skip: 1 }, { code: 17, call: 'any' });

  expect(hitsOf(all, 4)).toEqual([1, 2, 3, 0]);
});

test.each([
  [{}],
  [{ every: 0, code: 2 }],
  [{ by_webhook: 'sent' }],
  [{ burn: true }],
  [{ call: 'x', code: 1 }],
  [{ call: 'statuses', code: 1 }],
  [{ call: 'messages', webhook: 'lose' }],
])('refuses the fault %j', async (body) => {
  const cloud = shared;

  const { status } = await cloud.post(FAULTS, body);

  expect(status).toBe(422);
});

/** HTTP statuses from the error table of the provider. */
const CODES: [code: number, status: number][] = [
  [0, 401],
  [1, 400],
  [2, 503],
  [3, 500],
  [4, 400],
  [10, 403],
  [17, 400],
  [33, 400],
  [100, 400],
  [190, 401],
  [200, 403],
  [368, 403],
  [80007, 400],
  [130403, 400],
  [130429, 400],
  [130472, 400],
  [130497, 403],
  [131000, 500],
  [131005, 403],
  [131008, 400],
  [131009, 400],
  [131016, 500],
  [131021, 400],
  [131026, 400],
  [131030, 400],
  [131031, 403],
  [131037, 400],
  [131042, 400],
  [131045, 500],
  [131047, 400],
  [131048, 400],
  [131049, 400],
  [131050, 400],
  [131051, 400],
  [131052, 400],
  [131053, 400],
  [131056, 400],
  [131057, 500],
  [132000, 400],
  [132001, 404],
  [132005, 400],
  [132007, 400],
  [132012, 400],
  [132015, 400],
  [132016, 400],
  [132018, 400],
  [132068, 400],
  [132069, 400],
  [133004, 503],
  [133010, 400],
  [134011, 400],
  [135000, 400],
];

test.each(CODES)('code %i answers %i, and the message is not accepted', async (code, status) => {
  const cloud = shared;
  await cloud.post(FAULTS, { code });

  const answer = await marked(cloud, `code-${code}`);

  expect(answer.status).toBe(status);
  expect(answer.body.error).toMatchObject({ code, fbtrace_id: expect.any(String) });
  expect(await arrived(cloud, `code-${code}`)).toEqual([]);
});

test('a fault sets all fields of an error', async () => {
  const cloud = shared;
  await cloud.post(FAULTS, {
    code: 131056,
    subcode: 2494055,
    http_status: 429,
    details: 'pelan-pelan',
    message: '(#131056) sabar',
    retry_after_seconds: 120,
  });

  const { status, headers, body } = await cloud.sendText('Halo');

  expect([status, headers.get('retry-after')]).toEqual([429, '120']);
  expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')).toEqual({
    sandbox: [expect.objectContaining({ estimated_time_to_regain_access: 2 })],
  });
  expect(body.error).toMatchObject({
    message: '(#131056) sabar',
    error_subcode: 2494055,
    error_data: { details: 'pelan-pelan' },
  });
});

test.each([
  ['a throttle', 130429, true],
  ['another error', 131026, false],
])('%s: Retry-After %i %s', async (_name, code, says) => {
  const cloud = shared;
  await cloud.post(FAULTS, { code });

  const { headers } = await cloud.sendText('Halo');

  expect(headers.has('retry-after')).toBe(says);
});

test('a fault can answer with a raw body', async () => {
  const cloud = shared;
  await cloud.post(FAULTS, { http_status: 502, raw_body: '<h1>Bad Gateway</h1>' });

  const { status, headers, body } = await cloud.sendText('Halo');

  expect([status, headers.get('content-type'), body.toString()]).toEqual([
    502,
    'text/html',
    '<h1>Bad Gateway</h1>',
  ]);
});

test.each([
  ['accept_then_drop', { accept_then_drop: true }, 1],
  ['accept, then reset', { reset: true, accepted: true }, 1],
  ['drop', { drop: true }, 0],
  ['reset', { reset: true }, 0],
])('%s: no answer, and %j messages on the phone', async (name, fault, copies) => {
  const cloud = shared;
  await cloud.post(FAULTS, fault);

  await expect(marked(cloud, name)).rejects.toThrow('fetch failed');
  const again = await marked(cloud, `${name} again`);

  expect(await arrived(cloud, encodeURIComponent(name))).toHaveLength(copies);
  expect(again.status).toBe(200);
});

test('an accepted message can be answered with an error', async () => {
  const cloud = shared;
  await cloud.post(FAULTS, { code: 131000, accepted: true });

  const { status } = await marked(cloud, 'out-anyway');

  expect(status).toBe(500);
  const [id] = await arrived(cloud, 'out-anyway');
  const [sent] = await cloud.statusesOf(id ?? '', 1);
  expect(sent).toMatchObject({ status: 'sent', biz_opaque_callback_data: 'out-anyway' });
});

test.each([
  ['hang', { hang: true }, 0],
  ['hang after accepting', { hang: true, accepted: true }, 1],
])('%s: the call gets no answer', async (name, fault, copies) => {
  const cloud = shared;
  await cloud.post(FAULTS, fault);
  const giveUp = new AbortController();

  const waiting = fetch(`${cloud.graphUrl}/${PHONE_ID}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: BUDI,
      text: { body: 'x' },
      biz_opaque_callback_data: name,
    }),
    signal: giveUp.signal,
  });
  const entry = await until(async () => {
    const { body } = await cloud.get('/sandbox/cloud/requests?call=messages');
    return body.data.find(
      (each: { biz_opaque_callback_data: string; outcome: string }) =>
        each.biz_opaque_callback_data === name && each.outcome === 'hung',
    );
  });
  giveUp.abort();

  await expect(waiting).rejects.toThrow();
  expect(entry).toMatchObject({ status: null, outcome: 'hung' });
  expect(await arrived(cloud, encodeURIComponent(name))).toHaveLength(copies);
});

test('`delay_ms` delays the answer by the virtual clock', async () => {
  const cloud = await openTestCloud();
  await cloud.post('/sandbox/cloud/clock', { frozen: true });
  await cloud.post(FAULTS, { delay_ms: 60_000 });
  let answered = false;

  const waiting = cloud.sendText('Halo').then((answer) => {
    answered = true;
    return answer;
  });
  await until(async () => (await arrivedCount(cloud)) === 1);
  const before = answered;
  await cloud.post('/sandbox/cloud/clock', { advance_ms: 60_000 });
  const { status } = await waiting;

  expect([before, status]).toEqual([false, 200]);
});

async function arrivedCount(cloud: TestCloud): Promise<number> {
  const { body } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages`);
  return body.data.length;
}

test.each([
  ['accepted', ['failed']],
  ['sent', ['sent', 'failed']],
  ['delivered', ['sent', 'delivered', 'failed']],
])('a message fails after the status %s', async (by_webhook, expected) => {
  const cloud = shared;
  await cloud.post(FAULTS, { code: 131026, by_webhook, details: 'tidak ada WhatsApp', recipient: BUDI });

  const { status, body } = await cloud.sendText('Halo');
  const statuses = await cloud.statusesOf(body.messages[0].id, expected.length);

  expect(status).toBe(200);
  expect(statuses.map((each) => each.status)).toEqual(expected);
  expect(statuses.at(-1).errors).toEqual([
    {
      code: 131026,
      title: 'Message undeliverable',
      message: 'Message undeliverable',
      error_data: { details: 'tidak ada WhatsApp' },
      href: expect.stringContaining('error-codes'),
    },
  ]);
});

test.each([
  ['lose', ['delivered']],
  ['duplicate', ['sent', 'delivered', 'sent']],
  ['reorder', ['delivered', 'sent']],
])('a status webhook with fault %s', async (webhook, expected) => {
  const cloud = shared;
  await cloud.post(FAULTS, { webhook, statuses: ['sent'] });

  const { body } = await cloud.sendText('Halo');
  const statuses = await cloud.statusesOf(body.messages[0].id, expected.length);

  expect(statuses.map(({ status }) => status)).toEqual(expected);
});

test('faults duplicate and lose inbound messages', async () => {
  const cloud = shared;
  await cloud.post(FAULTS, { call: 'inbound', webhook: 'duplicate' });
  await cloud.post(FAULTS, { call: 'inbound', webhook: 'lose' });

  const twice = await cloud.write({ text: 'dua kali' });
  const never = await cloud.write({ text: 'tidak pernah' });
  const last = await cloud.write({ text: 'terakhir' });
  const heard = (id: string) => cloud.inbound().filter((each) => each.id === id).length;
  await until(() => heard(last) === 1 && heard(twice) === 2);

  expect([heard(twice), heard(never), heard(last)]).toEqual([2, 0, 1]);
});

test('faults are listed, and removed one by one or all at once', async () => {
  const cloud = await openTestCloud();
  const { body: first } = await cloud.post(FAULTS, { code: 2, count: 2 });
  await cloud.post(FAULTS, { code: 4 });
  await cloud.sendText('Halo');

  const listed = await cloud.get(FAULTS);
  const one = await cloud.delete(`${FAULTS}/${first.id}`);
  const missing = await cloud.delete(`${FAULTS}/${first.id}`);
  const rest = await cloud.delete(FAULTS);
  const { status } = await cloud.sendText('Halo');

  expect(listed.body.data).toEqual([
    expect.objectContaining({ id: first.id, code: 2, call: 'messages', count: 2, seen: 1, hits: 1 }),
    expect.objectContaining({ code: 4, seen: 1, hits: 0 }),
  ]);
  expect([one.body, missing.status, rest.body, status]).toEqual([{ removed: 1 }, 404, { removed: 1 }, 200]);
});

test('faults also hit other calls', async () => {
  const cloud = shared;
  await cloud.post(FAULTS, { call: 'phone_number', code: 2 });
  await cloud.post(FAULTS, { call: 'debug_token', code: 190 });

  const node = await cloud.graph('GET', `/${PHONE_ID}`);
  const token = await cloud.graph('GET', `/debug_token?input_token=${TOKEN}`);

  expect([node.status, token.status]).toEqual([503, 401]);
});
