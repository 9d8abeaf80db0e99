import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MAX_COUNT } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);

/** Six people at two numbers: waiting without an assignee, for Rina, Budi and the automation; answered; closed. */
async function team(role: 'owner' | 'agent') {
  const account = await insertAccount(ctx);
  const [own, other] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  const deviceIds = role === 'agent' ? [own.id] : [];
  const staff = await staffOf(service.http, ctx, { account, role, name: 'Rina', deviceIds });
  const waiting = { waiting_since: ctx.now(), unread: 1 };
  const chats = [
    { ...waiting, owner_state: 'human_waiting' },
    { ...waiting, owner_state: 'human_active', assignee: 'Rina' },
    { ...waiting, owner_state: 'human_active', assignee: 'Budi' },
    { ...waiting, owner_state: 'bot' },
    { owner_state: 'human_active', assignee: 'Rina', waiting_since: null, unread: 0 },
    { owner_state: 'closed', waiting_since: null, unread: 0 },
  ] as const;
  for (const device of [own, other])
    for (const [n, change] of chats.entries()) {
      const phone = `62812000000${device === own ? 1 : 2}${n}`;
      await receive(inbound(device, phone, { at: new Date(ctx.now().getTime() - n * 1_000) }));
      await tablesOf(ctx.db).updateTable('conversations').set(change).where('phone', '=', phone).execute();
    }
  return staff;
}

const NEEDS = 'open=true&staff=true&waiting=true&snoozed=false&assignee=Rina&or_unassigned=true';

test.each(['owner', 'agent'] as const)(
  'what needs an answer of this %s is counted and listed',
  async (role) => {
    const staff = await team(role);
    const devices = role === 'owner' ? 2 : 1;

    const { body } = await staff.call('GET', '/app/api/conversations/counts');
    const { body: list } = await staff.call('GET', `/app/api/conversations?${NEEDS}`);

    const rows: Json[] = body.data;
    const countOf = (fits: (row: Json) => boolean) =>
      rows.filter(fits).reduce((sum, { count }) => sum + count, 0);
    expect(list.data.map(({ assignee }: Json) => assignee).sort()).toEqual(
      [...Array(devices).fill('Rina'), ...Array(devices).fill(null)].sort(),
    );
    const needs = countOf(
      ({ owner_state, waiting, assigned, mine }) =>
        owner_state.startsWith('human') && waiting && (mine || !assigned),
    );
    expect(needs).toBe(2 * devices);
    expect(countOf(({ mine }) => mine)).toBe(2 * devices);
    expect(countOf(({ mine }) => !mine)).toBe(5 * devices);
  },
);

test('own conversations and unassigned ones are one list over all pages, in both orders', async () => {
  const owner = await team('owner');
  const query = 'assignee=Rina&or_unassigned=true';

  for (const order of ['latest', 'longest_waiting']) {
    const all = await owner.call('GET', `/app/api/conversations?${query}&order=${order}`);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = cursor && `&cursor=${cursor}`;
      const { body } = await owner.call(
        'GET',
        `/app/api/conversations?${query}&order=${order}&limit=2${next}`,
      );
      paged.push(...body.data.map(({ id }: Json) => id));
      cursor = body.next_cursor;
    }

    const place = order === 'latest' ? 'last_at' : 'waiting_since';
    const times = all.body.data.map((chat: Json) => chat[place]);
    expect(paged).toEqual(all.body.data.map(({ id }: Json) => id));
    expect(times).toEqual(order === 'latest' ? times.toSorted().toReversed() : times.toSorted());
    expect(all.body.data.some(({ assignee }: Json) => assignee === 'Budi')).toBe(false);
  }
});

test('many conversations are counted up to a bound', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const owner = await staffOf(service.http, ctx, { account, role: 'owner' });
  await receive(...Array.from({ length: MAX_COUNT + 5 }, (_, n) => inbound(device, `62813${1_000_000 + n}`)));

  const { body } = await owner.call('GET', '/app/api/conversations/counts');

  expect(body.data).toMatchObject([{ owner_state: 'human_waiting', count: MAX_COUNT }]);
});

test.each(['or_unassigned=true', 'assignee=Rina&or_unassigned=true&q=halo'])(
  '%s is refused',
  async (query) => {
    const { api } = await service.customer();

    const { status, body } = await api('GET', `/v1/conversations?${query}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, ['or_unassigned']]);
  },
);
