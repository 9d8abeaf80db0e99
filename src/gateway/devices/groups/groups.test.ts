import { expect, test } from 'vitest';
import { CUSTOMER, OWNER, openLine, startNode } from '../../../../test/harness/line.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { listGroups, MAX_GROUPS, noteGroup } from './groups.ts';

const HOSTILE = `<b>\u202e${'x'.repeat(300)}`;

test('each group is noted once with its name, also by the next process, and makes no chat', async () => {
  const line = await openLine();
  const device = await line.pair();
  const write = (id: string, name: string) =>
    line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'a', group: { id, name } });
  const names = async () => (await listGroups(line.ctx, device.id)).map(({ name }) => name);
  const noted = (count: number) => until(async () => (await names()).length === count);

  for (const name of ['Reseller', 'Reseller', 'Renamed']) await write('1-1@g.us', name);
  await noted(1);
  await line.node.stop();
  startNode(line.ctx, line.sandbox);
  await write('1-1@g.us', 'Renamed');
  await write('2-2@g.us', HOSTILE);
  await noted(2);

  expect((await names()).sort()).toEqual([HOSTILE.slice(0, 255), expect.stringMatching(/^Re/)]);
  const stored = tablesOf(line.ctx.db);
  expect(await stored.selectFrom('messages').select('id').execute()).toEqual([]);
  expect(await stored.selectFrom('conversations').select('id').execute()).toEqual([]);
});

test(`of more groups, ${MAX_GROUPS} of a device are kept, and the network is not asked for the others`, async () => {
  const { ctx, account } = await openLine();
  const [device, other] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  let asked = 0;
  const askName = async () => {
    asked += 1;
    return ' ';
  };

  for (let n = 0; n < MAX_GROUPS + 3; n += 1)
    await noteGroup(ctx, device.id, { groupId: `${n}@g.us`, at: new Date(n), askName });
  await noteGroup(ctx, other.id, { groupId: '1@g.us', at: new Date(), askName });

  const groups = await listGroups(ctx, device.id);
  expect(groups).toHaveLength(MAX_GROUPS);
  expect(groups[0]).toEqual({
    group_id: `${MAX_GROUPS - 1}@g.us`,
    name: null,
    first_at: new Date(MAX_GROUPS - 1),
  });
  expect(await listGroups(ctx, other.id)).toHaveLength(1);
  expect(asked).toBe(MAX_GROUPS + 1);
});
