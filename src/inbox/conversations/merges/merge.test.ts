import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '12' } });
const service = await openService(ctx);
const receive = receiver(ctx);
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Math.ceil(Date.now() / 1_000) * 1_000 - minutes * MINUTE);

/** People of one account, each known by what they are called here. */
async function shop() {
  const { account, api } = await service.customer();
  const device = await insertDevice(ctx, account);
  const names = new Map<string, string>();

  /** The person writes. Each name has another number. */
  const writes = async (name: string, { on = device, minutes = 5 } = {}) => {
    await receive(inbound(on, numberOf(name), { body: `Halo dari ${name}`, at: ago(minutes) }));
    const { person_id } = await tablesOf(ctx.db)
      .selectFrom('person_identities')
      .select('person_id')
      .where('account_id', '=', account.id)
      .where('value', '=', numberOf(name))
      .executeTakeFirstOrThrow();
    const { person_uuid } = await tablesOf(ctx.db)
      .selectFrom('people')
      .select('person_uuid')
      .where('id', '=', person_id)
      .executeTakeFirstOrThrow();
    names.set(name, person_uuid);
  };
  const idOf = (name: string) => names.get(name) ?? name;
  const act = (kind: 'merge' | 'unmerge', name: string, other: string, more: object = {}) =>
    api('POST', `/v1/people/${idOf(name)}/${kind}`, { person_id: idOf(other), ...more });
  const merge = (name: string, other: string) => act('merge', name, other);
  const unmerge = (name: string, other: string) => act('unmerge', name, other);
  const change = (name: string, columns: object) =>
    tablesOf(ctx.db)
      .updateTable('conversations')
      .set(columns)
      .where('account_id', '=', account.id)
      .where('phone', '=', numberOf(name))
      .execute();
  /** Without what rises with each change, and what the job of the timers sets. */
  const state = async () =>
    (await conversationsOf(ctx, account)).map(
      ({ ownership_version: _version, merges: _merges, timer_at: _timer, ...row }) => row,
    );
  const listed = async () =>
    (await api('GET', '/v1/conversations')).body.data as {
      id: string;
      unread: number;
      owner_state: string;
    }[];
  return { account, device, api, writes, idOf, act, merge, unmerge, change, state, listed };
}

const numberOf = (name: string) =>
  `62812${[...name].map((letter) => letter.charCodeAt(0)).join('')}00000`.slice(0, 13);

test('two people become one, with one conversation that has the messages of both', async () => {
  const { api, writes, idOf, merge, listed } = await shop();
  await writes('Ani');
  await writes('Budi');

  const merged = await merge('Ani', 'Budi');

  expect(merged).toMatchObject({
    status: 200,
    body: {
      id: idOf('Ani'),
      merged_into: null,
      identities: [{ value: numberOf('Ani') }, { value: numberOf('Budi') }],
      merged: [
        { id: idOf('Budi'), merged_into: idOf('Ani'), merged_by: 'api', merged_at: expect.any(String) },
      ],
    },
  });
  const [conversation, ...others] = await listed();
  expect(others).toEqual([]);
  expect(conversation).toMatchObject({
    unread: 2,
    owner_state: 'human_waiting',
    person: { id: idOf('Ani') },
  });
  const { body: history } = await api('GET', `/v1/conversations/${conversation?.id}/messages`);
  expect(history.data.map(({ body }: { body: string }) => body)).toEqual(['Halo dari Budi', 'Halo dari Ani']);
  expect((await api('GET', `/v1/people/${idOf('Budi')}`)).body).toMatchObject({ merged_into: idOf('Ani') });
});

test('a conversation of a merged person is the one that shows it, also for acts', async () => {
  const { api, writes, merge, listed } = await shop();
  await writes('Ani', { minutes: 9 });
  await writes('Budi');
  const [budi, ani] = await listed();
  await merge('Ani', 'Budi');

  const shown = await api('GET', `/v1/conversations/${budi?.id}`);
  const taken = await api('POST', `/v1/conversations/${budi?.id}/takeover`, {});

  expect(shown.body).toMatchObject({ id: ani?.id });
  expect(taken).toMatchObject({ status: 200, body: { id: ani?.id, owner_state: 'human_active' } });
});

test('the end of a merge restores both exactly', async () => {
  const { account, api, writes, change, merge, unmerge, state, idOf } = await shop();
  await writes('Ani', { minutes: 9 });
  await writes('Budi');
  await writes('Budi', { minutes: 3 });
  await change('Ani', {
    ...{ owner_state: 'human_active', assignee: 'Sari', waiting_since: null, unread: 0 },
    ...{ last_human_at: ago(8), snoozed_until: ago(-60) },
  });
  await label(account, 'vip', 'Ani');
  await label(account, 'baru', 'Budi');
  const before = await state();
  const labelsBefore = await labelsOf(account);
  await merge('Ani', 'Budi');

  const undone = await unmerge('Ani', 'Budi');

  expect(undone).toMatchObject({
    status: 200,
    body: { merged: [], identities: [{ value: numberOf('Ani') }] },
  });
  expect(await state()).toEqual(before);
  expect(await labelsOf(account)).toEqual(labelsBefore);
  expect(await countParts(account.id)).toBe(0);
  expect((await api('GET', `/v1/people/${idOf('Budi')}`)).body).toMatchObject({ merged_into: null });
});

test('what a merge stores is the same in all versions, so each ends the merges of the others', async () => {
  const { account, writes, change, merge } = await shop();
  await writes('Ani', { minutes: 9 });
  await writes('Budi');
  await change('Budi', { owner_state: 'human_active', assignee: 'Sari', unread: 0, waiting_since: null });
  await label(account, 'baru', 'Budi');
  const before = await conversationsOf(ctx, account);

  await merge('Ani', 'Budi');

  const [shown] = await conversationsOf(ctx, account);
  const { rows } = await ctx.pool.query(
    `select p.*, array_length(label_ids, 1) as labels from conversation_parts p where conversation_id = any ($1)
     order by conversation_id`,
    [before.map(({ id }) => id)],
  );
  expect(rows).toEqual(
    before.map((row, index) => ({
      ...Object.fromEntries(Object.keys(rows[index]).map((key) => [key, row[key as keyof typeof row]])),
      conversation_id: row.id,
      version: shown?.ownership_version,
      last_in_id: expect.any(Number),
      label_ids: index === 0 ? [] : [expect.any(Number)],
      labels: index === 0 ? null : 1,
    })),
  );
});

test('three people come apart in any order, and each is as before', async () => {
  for (const [first, second] of [
    ['Budi', 'Citra'],
    ['Citra', 'Budi'],
  ] as const) {
    const { writes, change, merge, unmerge, state } = await shop();
    for (const name of ['Ani', 'Budi', 'Citra']) await writes(name);
    await change('Budi', { owner_state: 'human_active', unread: 0, waiting_since: null });
    await change('Ani', { owner_state: 'closed', unread: 0, waiting_since: null });
    const before = await state();
    await merge('Ani', 'Budi');
    await merge('Ani', 'Citra');

    await unmerge('Ani', first);
    await unmerge('Ani', second);

    expect(await state()).toEqual(before);
  }
});

test('a person takes along who was merged into it before', async () => {
  const { api, writes, merge, unmerge, state, idOf } = await shop();
  for (const name of ['Ani', 'Budi', 'Citra']) await writes(name);
  const before = await state();
  await merge('Budi', 'Citra');
  const asTwo = await state();
  await merge('Ani', 'Citra');

  const { body: all } = await api('GET', `/v1/people/${idOf('Ani')}`);
  expect(all.merged).toMatchObject([
    { id: idOf('Citra'), merged_into: idOf('Budi') },
    { id: idOf('Budi'), merged_into: idOf('Ani') },
  ]);
  await unmerge('Citra', 'Budi');
  expect(await state()).toEqual(asTwo);
  await unmerge('Budi', 'Citra');
  expect(await state()).toEqual(before);
});

test('the only conversation of a number changes its person, and comes back', async () => {
  const { account, writes, merge, unmerge, state, idOf, listed } = await shop();
  const other = await insertDevice(ctx, account);
  await writes('Ani');
  await writes('Budi', { on: other });
  const before = await state();

  await merge('Ani', 'Budi');
  const people = (await listed()).map((each) => (each as unknown as { person: { id: string } }).person.id);
  await unmerge('Ani', 'Budi');

  expect(people).toEqual([idOf('Ani'), idOf('Ani')]);
  expect(await state()).toEqual(before);
});

test('messages during the merge belong to their author afterwards, and no question is forgotten', async () => {
  const { api, account, writes, merge, unmerge, listed, idOf } = await shop();
  const other = await insertDevice(ctx, account);
  await writes('Ani', { minutes: 9 });
  await writes('Budi', { minutes: 8 });
  const [budi, ani] = await listed();
  await merge('Ani', 'Budi');
  await api('POST', `/v1/conversations/${ani?.id}/resolve`, {});
  await writes('Budi', { minutes: 0 });
  await writes('Budi', { on: other, minutes: 0 });
  expect(await listed()).toHaveLength(2);

  await unmerge('Ani', 'Budi');

  const found = await listed();
  expect(found.find(({ id }) => id === ani?.id)).toMatchObject({ owner_state: 'closed', unread: 0 });
  expect(found.find(({ id }) => id === budi?.id)).toMatchObject({ owner_state: 'human_waiting', unread: 1 });
  const others = found.filter(({ id }) => id !== ani?.id && id !== budi?.id);
  expect(others).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        owner_state: 'human_waiting',
        person: expect.objectContaining({ id: idOf('Budi') }),
      }),
    ]),
  );
});

test('the timelines say who merged whom', async () => {
  const { account, writes, act, idOf } = await shop();
  await writes('Ani');
  await writes('Budi');

  await act('merge', 'Ani', 'Budi', { actor: 'Sari' });
  await act('unmerge', 'Ani', 'Budi', { actor: 'Tono' });

  const events = await tablesOf(ctx.db)
    .selectFrom('conversation_events')
    .select(['kind', 'actor', 'details'])
    .where('account_id', '=', account.id)
    .where('kind', 'like', '%merged')
    .orderBy('id')
    .execute();
  const details = { person_id: idOf('Budi'), merged_into: idOf('Ani') };
  expect(events).toEqual([
    { kind: 'merged', actor: 'Sari', details },
    { kind: 'unmerged', actor: 'Tono', details },
    { kind: 'unmerged', actor: 'Tono', details },
  ]);
});

test('a merge of two who are one already changes nothing', async () => {
  const { writes, merge, state } = await shop();
  await writes('Ani');
  await writes('Budi');
  await merge('Ani', 'Budi');
  const before = await state();

  const [again, reverse] = [await merge('Ani', 'Budi'), await merge('Budi', 'Ani')];

  expect([again.status, reverse.status]).toEqual([200, 200]);
  expect(await state()).toEqual(before);
});

test('bad requests have clear answers', async () => {
  const { writes, act, api, idOf } = await shop();
  const stranger = await shop();
  await writes('Ani');
  await writes('Budi');
  await stranger.writes('Citra');

  expect(await act('merge', 'Ani', 'Ani')).toMatchObject({
    status: 422,
    body: { errors: { person_id: [/another/] } },
  });
  expect(await act('merge', 'Ani', stranger.idOf('Citra'))).toMatchObject(PERSON_NOT_FOUND);
  expect(await act('merge', stranger.idOf('Citra'), 'Ani')).toMatchObject(PERSON_NOT_FOUND);
  expect(await act('merge', 'Ani', 'none')).toMatchObject(PERSON_NOT_FOUND);
  expect(await act('unmerge', 'Ani', 'Budi')).toMatchObject({ status: 409, body: { error: 'not_merged' } });
  await act('merge', 'Ani', 'Budi');
  expect(await act('unmerge', 'Budi', 'Ani')).toMatchObject({ status: 409, body: { error: 'not_merged' } });
  expect(await api('POST', `/v1/people/${idOf('Ani')}/merge`, {})).toMatchObject({ status: 422 });
});

const PERSON_NOT_FOUND = { status: 404, body: { error: 'person_not_found' } };

test('fifty people are one at most', async () => {
  const { account, writes, merge, act } = await shop();
  for (const name of ['Ani', 'Budi', 'Citra']) await writes(name);
  await ctx.pool.query(
    `insert into people (account_id, merged_into, created_at)
     select $1, (select min(id) from people where account_id = $1), now() from generate_series(1, 48)`,
    [account.id],
  );

  const [fiftieth, next] = [await merge('Ani', 'Budi'), await merge('Citra', 'Ani')];

  expect(fiftieth.status).toBe(200);
  expect(next).toMatchObject({ status: 409, body: { error: 'merge_limit_reached' } });
  expect((await act('unmerge', 'Ani', 'Budi')).status).toBe(200);
});

async function label(account: { id: number }, name: string, person: string) {
  const { id: label_id } = await tablesOf(ctx.db)
    .insertInto('labels')
    .values({ account_id: account.id, name, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: conversation_id } = await tablesOf(ctx.db)
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('phone', '=', numberOf(person))
    .executeTakeFirstOrThrow();
  await tablesOf(ctx.db)
    .insertInto('conversation_labels')
    .values({ conversation_id, label_id, account_id: account.id })
    .execute();
}

const labelsOf = ({ id }: { id: number }) =>
  tablesOf(ctx.db)
    .selectFrom('conversation_labels')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('conversation_id')
    .orderBy('label_id')
    .execute();

async function countParts(accountId: number): Promise<number> {
  const { rows } = await ctx.pool.query(
    `select count(*)::int as n from conversation_parts p join conversations c on c.id = p.conversation_id
     where c.account_id = $1`,
    [accountId],
  );
  return rows[0].n;
}
