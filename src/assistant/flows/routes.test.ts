import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { type Customer, openService } from '../../../test/harness/service.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { findPublished, findVersion, listTriggered } from './published.ts';
import { EXAMPLE_DEFINITION, MAX_FLOWS } from './schema.ts';
import { openSecrets } from './secrets/secret.ts';
import { MAX_VERSIONS } from './versions/version.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

type Json = Record<string, unknown>;
const text = (id: string, words: string, next: string) => ({ id, type: 'send_text', text: words, next });
/** Says one text to each message with the word. */
const saying = (words: string, match: object = { match: 'word', patterns: ['ukuran'] }): Json => ({
  nodes: [
    { id: 'start', type: 'start', triggers: [match], next: 'say' },
    text('say', words, 'end'),
    { id: 'end', type: 'end' },
  ],
});

/** A shop with a flow. */
async function shopWith(definition: Json = saying('Halo')) {
  const shop = await service.customer();
  const made = await shop.api('POST', '/v1/flows', { name: 'Ukuran', definition });
  const path = `/v1/flows/${made.body.id}`;
  const publish = (body: Json = {}) => shop.api('POST', `${path}/publish`, body);
  const save = (next: Json, more: Json = {}) => shop.api('PATCH', path, { definition: next, ...more });
  return { ...shop, id: made.body.id as string, path, publish, save };
}

const answersOn = async ({ account }: Customer) => {
  const { rows } = await ctx.pool.query(
    'select covers_all, covered_devices from automation_accounts where account_id = $1',
    [account.id],
  );
  return rows[0];
};

test('a flow is made, shown, changed and deleted', async () => {
  const { api } = await service.customer();
  const made = await api('POST', '/v1/flows', { name: ' Ukuran ' });
  const path = `/v1/flows/${made.body.id}`;

  const unfinished = await api('GET', path);
  const saved = await api('PATCH', path, { definition: EXAMPLE_DEFINITION, draft_version: 1 });
  const { definition: _, problems: _problems, warnings: _warnings, ...summary } = saved.body;
  const listed = await api('GET', '/v1/flows');
  const deleted = await api('DELETE', path);

  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Ukuran', draft_version: 1, published_version: null, published_at: null, triggers: null },
  });
  expect(unfinished.body.problems).toMatchObject([{ code: 'missing_edge', node_id: 'start', path: 'next' }]);
  expect(saved.body).toMatchObject({ definition: EXAMPLE_DEFINITION, problems: [], draft_version: 2 });
  expect(listed.body).toEqual({ data: [summary], next_cursor: null });
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'flow_not_found']);
});

test('a draft that another one has saved since is not overwritten', async () => {
  const { save, path, api } = await shopWith();

  const answers = await Promise.all([
    save(saying('satu'), { draft_version: 1 }),
    save(saying('dua'), { draft_version: 1 }),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('flow_changed');
  expect((await api('GET', path)).body.draft_version).toBe(2);
});

test('a list of flows says what starts each one, in short', async () => {
  const patterns = ['ukuran', 'size', 'besar', 'kecil'];
  const { publish, api } = await shopWith(saying('Halo', { match: 'contains', patterns }));
  await publish();

  const { body } = await api('GET', '/v1/flows');

  expect(body.data[0].triggers).toEqual([{ match: 'contains', patterns: patterns.slice(0, 3) }]);
});

test('publishing answers the problems of the draft by node, and publishes nothing', async () => {
  const { publish, path, api } = await shopWith({
    nodes: [{ id: 'start', type: 'start', next: 'say' }, text('say', '{{var.nama}}', 'nowhere')],
    commands: [{ words: ['menu'], next: 'gone' }],
  });

  const refused = await publish();

  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    'nodes.say.next': ['names the node "nowhere", which does not exist'],
    'nodes.say': ['uses the variable "nama", which does not exist'],
    'definition.commands.0.next': ['names the node "gone", which does not exist'],
  });
  expect((await api('GET', path)).body.published_version).toBeNull();
});

test('versions never change; a rollback publishes an old one again', async () => {
  const { publish, save, path, api, account } = await shopWith(saying('satu'));
  await publish({ note: 'awal' });
  await save(saying('dua'));
  const second = await publish();
  const again = await publish();

  const rolledBack = await api('POST', `${path}/rollback`, { version: 1 });
  const versions = await api('GET', `${path}/versions`);
  const old = await api('GET', `${path}/versions/1`);
  const draft = await api('GET', path);

  expect(second.body).toMatchObject({ version: 2, is_published: true, restored_from: null });
  expect(again.body).toEqual(second.body);
  expect(rolledBack.body).toMatchObject({ version: 3, restored_from: 1, is_published: true });
  expect(rolledBack.body.definition).toEqual(old.body.definition);
  expect(versions.body.data.map((each: Json) => [each.version, each.is_published, each.note])).toEqual([
    [3, true, null],
    [2, false, null],
    [1, false, 'awal'],
  ]);
  expect(draft.body).toMatchObject({ published_version: 3, definition: saying('dua') });
  expect(draft.body.published_at).toBe(rolledBack.body.created_at);
  const published = await findPublished(ctx.db, account.id, draft.body.id);
  expect(published?.definition.nodes).toContainEqual({ ...text('say', 'satu', 'end') });
});

test('the difference names nodes and fields, but no moved node', async () => {
  const { publish, save, path, api } = await shopWith(saying('satu'));
  await publish();
  const { nodes } = saying('dua') as { nodes: Json[] };
  const moved = nodes.map((node) => ({ ...node, position: { x: 10, y: 20 } }));
  await save({ nodes: [...moved, { id: 'bye', type: 'end' }], commands: [{ words: ['stop'], next: 'bye' }] });
  await publish();

  const since = await api('GET', `${path}/versions/2/diff`);
  const back = await api('GET', `${path}/versions/1/diff?against=2`);
  const first = await api('GET', `${path}/versions/1/diff`);
  const draft = await api('GET', `${path}/versions/2/diff?against=draft`);

  expect(since.body).toEqual({
    added: [{ id: 'bye', type: 'end' }],
    removed: [],
    changed: [{ id: 'say', type: 'send_text', fields: [{ path: 'text', before: 'satu', after: 'dua' }] }],
    fields: [{ path: 'commands', before: [], after: [{ words: ['stop'], next: 'bye' }] }],
  });
  expect(back.body).toMatchObject({ removed: [{ id: 'bye' }], changed: [{ fields: [{ before: 'dua' }] }] });
  expect(first.body.added).toHaveLength(3);
  expect(draft.body).toMatchObject({ added: [], removed: [] });
});

test('only the last 50 versions are kept', async () => {
  const { publish, save, path, api, id } = await shopWith(saying('0'));
  for (let n = 1; n <= MAX_VERSIONS + 1; n += 1) {
    await save(saying(String(n)));
    await publish();
  }

  const { rows: kept } = await ctx.pool.query('select last_version from flows where flow_uuid = $1', [id]);
  const versions = await api('GET', `${path}/versions?limit=200`);
  const deleted = await api('GET', `${path}/versions/1`);

  expect(kept).toEqual([{ last_version: MAX_VERSIONS + 1 }]);
  expect(versions.body.data).toHaveLength(MAX_VERSIONS);
  expect(deleted.body.error).toBe('flow_version_not_found');
});

test('numbers are covered while a published flow has triggers, on its devices alone', async () => {
  const shop = await shopWith();
  const { publish, save, path, api, account, deviceUuid } = shop;
  const { id: deviceId } = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select('id')
    .where('device_uuid', '=', deviceUuid)
    .executeTakeFirstOrThrow();
  await publish();

  const everywhere = await answersOn(shop);
  await api('PATCH', path, { device_uuids: [deviceUuid] });
  const scoped = await answersOn(shop);
  const triggered = await listTriggered(ctx.db, account.id);
  await save({
    nodes: [
      { id: 'start', type: 'start', next: 'end' },
      { id: 'end', type: 'end' },
    ],
  });
  await publish();
  const untriggered = await answersOn(shop);

  expect(everywhere).toEqual({ covers_all: true, covered_devices: [] });
  expect(scoped).toEqual({ covers_all: false, covered_devices: [deviceId] });
  expect(triggered).toMatchObject([
    { device_uuids: [deviceUuid], triggers: [{ match: 'word', patterns: ['ukuran'] }] },
  ]);
  expect(untriggered).toEqual({ covers_all: false, covered_devices: [] });
  expect(await listTriggered(ctx.db, account.id)).toEqual([]);
});

test('an unpublished flow keeps its versions for chats that run them', async () => {
  const { publish, path, api, account, id } = await shopWith();
  await publish();
  const published = await findPublished(ctx.db, account.id, id);

  const unpublished = await api('POST', `${path}/unpublish`);
  const again = await api('POST', `${path}/unpublish`);

  expect(unpublished.body).toMatchObject({ published_version: null });
  expect(again.body).toEqual(unpublished.body);
  expect(await findPublished(ctx.db, account.id, id)).toBeUndefined();
  expect(await findVersion(ctx.db, account.id, published?.version_id ?? 0)).toEqual(published);
  expect(await findVersion(ctx.db, account.id + 1, published?.version_id ?? 0)).toBeUndefined();
});

test('a flow that another published flow runs stays', async () => {
  const { publish, path, api, id } = await shopWith();
  await publish();
  const nodes = [
    { id: 'start', type: 'start', next: 'sub' },
    { id: 'sub', type: 'run_flow', flow_id: id, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const other = await api('POST', '/v1/flows', { name: 'Menu', definition: { nodes } });
  await api('POST', `/v1/flows/${other.body.id}/publish`);

  const answers = [await api('DELETE', path), await api('POST', `${path}/unpublish`)];
  await api('POST', `/v1/flows/${other.body.id}/unpublish`);
  const afterwards = await api('DELETE', path);
  const republished = await api('POST', `/v1/flows/${other.body.id}/publish`);

  expect(answers.map(({ status, body }) => [status, body.error, body.message])).toEqual(
    Array(2).fill([409, 'flow_in_use', 'The flow "Menu" runs this flow. Change or unpublish it first.']),
  );
  expect(afterwards.status).toBe(204);
  expect(Object.keys(republished.body.errors)).toEqual(['nodes.sub']);
});

test('an export is imported into another account, which then knows what it lacks', async () => {
  const call = {
    ...{ id: 'call', type: 'http_request', url: 'https://example.com', succeeded: 'end', failed: 'end' },
    headers: [{ name: 'X-Key', value: '{{secret.shop_key}}' }],
  };
  const nodes = [{ id: 'start', type: 'start', next: 'call' }, call, { id: 'end', type: 'end' }];
  const { api, path, publish } = await shopWith({ nodes });
  await api('PUT', '/v1/flows/secrets/shop_key', { value: 's3cret' });
  await publish();
  const other = await service.customer();

  const exported = await api('GET', `${path}/export`);
  const version = await api('GET', `${path}/export?version=1`);
  const imported = await other.api('POST', '/v1/flows/import', exported.body);

  expect(exported.body).toEqual({
    format: 'kurir.flow/1',
    name: 'Ukuran',
    definition: { nodes },
    simulations: [],
  });
  expect(version.body.definition).toMatchObject({ format: 1, nodes: [{}, { method: 'GET' }, {}] });
  expect(imported).toMatchObject({ status: 201, body: { name: 'Ukuran', definition: { nodes } } });
  expect(imported.body.problems).toMatchObject([{ code: 'unknown_secret', node_id: 'call' }]);
});

test('secrets are kept encrypted, and are opened by name', async () => {
  const { api, account } = await service.customer();

  const misnamed = await api('PUT', '/v1/flows/secrets/Shop-Key', { value: 's3cret' });
  const set = await api('PUT', '/v1/flows/secrets/shop_key', { value: 's3cret' });
  const listed = await api('GET', '/v1/flows/secrets');
  const opened = await openSecrets(ctx, account.id, ['shop_key', 'other']);
  const { rows } = await ctx.pool.query('select sealed from flow_secrets where account_id = $1', [
    account.id,
  ]);
  const deleted = await api('DELETE', '/v1/flows/secrets/shop_key');

  expect(misnamed).toMatchObject({
    status: 422,
    body: { errors: { name: [expect.stringContaining('1 to 40 characters')] } },
  });
  expect(set.status).toBe(200);
  expect(listed.body).toEqual({ data: [set.body] });
  expect([...opened]).toEqual([['shop_key', 's3cret']]);
  expect(rows[0].sealed.toString('latin1')).not.toContain('s3cret');
  expect([deleted.status, (await api('GET', '/v1/flows/secrets')).body.data]).toEqual([204, []]);
});

test.each([
  ['name', { name: ' ' }],
  ['definition', { definition: [] }],
  ['definition', { definition: { note: '\0' } }],
  ['definition', { definition: { note: '\ud800' } }],
  ['definition', { definition: { '\0': 1 } }],
  ['definition', { definition: { note: 'x'.repeat(262_144) } }],
  ['device_uuids', { device_uuids: [] }],
  ['body', { definition: { list: Array(9_000).fill(1) } }],
])('a wrong %s is a field error', async (field, wrong) => {
  const { api } = await service.customer();

  const { status, body } = await api('POST', '/v1/flows', { name: 'Ukuran', ...wrong });

  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

test('an account has at most 100 flows, also when two are made at once', async () => {
  const { api, account } = await service.customer();
  await ctx.pool.query(
    `insert into flows (account_id, name, draft, created_at, updated_at)
     select $1, 'Banyak', '{}', now(), now() from generate_series(1, $2::int)`,
    [account.id, MAX_FLOWS - 1],
  );

  const answers = await Promise.all([1, 2].map((n) => api('POST', '/v1/flows', { name: `Ke-${n}` })));

  expect(answers.map(({ status, body }) => [status, body.error]).sort()).toEqual([
    [201, undefined],
    [422, 'flow_limit_reached'],
  ]);
});

test('the largest flow is kept and published', async () => {
  const { publish, save } = await shopWith();
  const chain = Array.from({ length: 198 }, (_, n) => ({
    ...text(`n${n}`, 'x'.repeat(1_150), n === 197 ? 'end' : `n${n + 1}`),
    ...{ name: `Node ${n}`, position: { x: n, y: n } },
  }));
  const nodes = [{ id: 'start', type: 'start', next: 'n0' }, ...chain, { id: 'end', type: 'end' }];

  const saved = await save({ nodes });
  const published = await publish();

  expect([saved.status, published.status, published.body.version]).toEqual([200, 200, 1]);
});

test('a recorded simulation says what a change of the flow changes for customers', async () => {
  const { api } = await service.customer();
  const { id } = (await api('POST', '/v1/flows', { name: 'Ukuran', definition: EXAMPLE_DEFINITION })).body;
  const messages = [{ text: 'ukuran' }, { text: '2', after_seconds: 30 }];
  const simulate = async (more = {}) =>
    (await api('POST', `/v1/flows/${id}/simulate`, { messages, ...more })).body;
  const recorded = await simulate();
  const change = (from: string, to: string) =>
    api('PATCH', `/v1/flows/${id}`, {
      definition: JSON.parse(JSON.stringify(EXAMPLE_DEFINITION).replaceAll(from, to)),
    });

  const same = await simulate({ expected: recorded });
  await change('"thanks"', '"terima_kasih"');
  const renamed = await simulate({ expected: recorded, at: '2026-01-01T00:00:00Z' });
  await change('ada.', 'habis.');
  const changed = await simulate({ expected: recorded });

  expect([recorded.differences, same.differences, renamed.differences]).toEqual([null, [], []]);
  expect(changed.differences).toMatchObject([
    { expected: { event: 'sent', details: { body: 'Ukuran M ada.' } }, actual: { event: 'sent' } },
  ]);
});

test('a flow with an unknown field of contacts is not published, and a simulation fills the others', async () => {
  const body = '{{contact.name|Kak}} di {{contact.kota|sini}}: {{contact.poin|0}}';
  const { api, path, publish } = await shopWith(saying(body));
  const refused = await publish();
  for (const [name, type] of [
    ['kota', 'text'],
    ['poin', 'number'],
  ])
    await api('POST', '/v1/contact-fields', { name, type });

  const published = await publish();
  const customer = { name: '{{var.x}}', fields: { kota: '{{contact.poin}}', poin: 7 } };
  const [filled, without] = await Promise.all(
    [{ customer }, {}].map((more) => api('POST', `${path}/simulate`, { messages: ['ukuran'], ...more })),
  );

  expect(refused.body.errors).toEqual({
    'nodes.say': ['kota', 'poin'].map((name) => `uses the field of contacts "${name}", which does not exist`),
  });
  expect(published.status).toBe(200);
  expect([filled, without].map((run) => sentIn(run?.body.entries))).toEqual([
    ['{{var.x}} di {{contact.poin}}: 7'],
    ['Kak di sini: 0'],
  ]);
});

const sentIn = (entries: readonly { event: string; details: Json }[]) =>
  entries.flatMap(({ event, details }) => (event === 'sent' ? [details.body] : []));

test('a simulation reads a phone number as customers of this account write it', async () => {
  const asking = { id: 'ask', type: 'ask', text: 'Nomor?', save_to: 'phone', answer: { kind: 'phone' } };
  const shop = await shopWith({
    nodes: [
      { id: 'start', type: 'start', triggers: [{ match: 'word', patterns: ['nomor'] }], next: 'ask' },
      { ...asking, answered: 'end', timeout_seconds: 60, timeout: 'end' },
      { id: 'end', type: 'end' },
    ],
  });
  const accounts = tablesOf(ctx.db).updateTable('accounts').where('id', '=', shop.account.id);
  await accounts.set({ country_code: '44' }).execute();

  const messages = [{ text: 'nomor' }, { text: '07400 123456' }];
  const { body } = await shop.api('POST', `${shop.path}/simulate`, { messages });

  expect(body.variables).toEqual({ phone: '447400123456' });
});
