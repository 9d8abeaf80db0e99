import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { createUser } from '../../staff/users/creation.ts';
import { OPERATOR } from '../../staff/users/manager.ts';
import { changeUser } from '../../staff/users/user.ts';
import { renameAssignees } from './assignee-names.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);

/** An account with a user, and conversations of the given assignees. */
async function shop(...assignees: string[]) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const { user_uuid } = await createUser(
    ctx,
    account,
    { email: 'ani@toko.example', name: 'Ani', role: 'agent' },
    'hash',
  );
  await receive(...assignees.map((_, n) => inbound(device, `62812000000${10 + n}`)));
  for (const [n, { id }] of (await conversationsOf(ctx, account)).entries()) {
    await ctx.pool.query('update conversations set assignee = $1 where id = $2', [assignees[n], id]);
  }
  return {
    account,
    rename: (name: string) => changeUser(ctx, account, OPERATOR, user_uuid, { name }),
    invite: (name: string) =>
      createUser(ctx, account, { email: 'budi@toko.example', name, role: 'agent' }, 'hash'),
    assign: async (name: string) =>
      ctx.pool.query('update conversations set assignee = $1 where account_id = $2', [name, account.id]),
    assignees: async () => (await conversationsOf(ctx, account)).map(({ assignee }) => assignee),
    pass: async (ms: number) => {
      ctx.clock.advance(ms);
      await renameAssignees(ctx);
    },
  };
}

test('conversations get the new name of their assignee, others stay', async () => {
  const { rename, assignees, pass } = await shop('Ani', 'ani', 'Budi', 'Ani');
  const other = await shop('Ani');

  await rename('Ani Wijaya');
  await pass(3 * SECOND);

  expect(await assignees()).toEqual(['Ani Wijaya', 'ani', 'Budi', 'Ani Wijaya']);
  expect(await other.assignees()).toEqual(['Ani']);
});

test('an assignment under the old name, by a process that was late, follows within a minute', async () => {
  const { rename, assign, assignees, pass } = await shop('Ani');
  await rename('Ani Wijaya');
  await pass(3 * SECOND);

  await assign('Ani');
  await pass(30 * SECOND);

  expect(await assignees()).toEqual(['Ani Wijaya']);
});

test('several renames end with the last name', async () => {
  const { rename, assignees, pass } = await shop('Ani', 'Ani Wijaya', 'Ani W');

  await rename('Ani Wijaya');
  await rename('Ani W');
  await rename('Ani');
  await pass(3 * SECOND);

  expect(await assignees()).toEqual(['Ani', 'Ani', 'Ani']);
});

test('the old name is free for another user after a minute, and then stays theirs', async () => {
  const { rename, invite, assign, assignees, pass } = await shop('Ani');
  await rename('Ani Wijaya');

  const early = await invite('ANI').catch((error: Error) => error.message);
  await pass(3 * SECOND);
  await pass(2 * MINUTE);
  await invite('Ani');
  await assign('Ani');
  await pass(2 * MINUTE);

  expect(early).toMatch(/^name: was the name of another user/);
  expect(await assignees()).toEqual(['Ani']);
});
