import { afterAll, expect, test } from 'vitest';
import { look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { exportRecipients, listBroadcastsOf, readRecipients } from './recipient.ts';

const ctx = await testContext({ cleanup: afterAll });

/** A broadcast to five contacts: the second and the fourth message failed. */
async function halfFailed() {
  const scene = await openScene(ctx, { contacts: 5 });
  const id = await scene.create();
  await look(ctx);
  for (const [index, message] of (await scene.take()).entries()) {
    await scene.report(message, index % 2 === 1 ? 'failed' : 'sent');
  }
  return { ...scene, id };
}

test('the failed recipients have the name of the contact and the reason, page by page', async () => {
  const { account, id } = await halfFailed();

  const first = await readRecipients(ctx, account, id, { status: 'failed', limit: 1 });
  const second = await readRecipients(ctx, account, id, {
    status: 'failed',
    limit: 1,
    cursor: first.next ?? '',
  });

  expect([first.rows, second.rows].flat()).toMatchObject([
    { phone: '628110000001', name: 'Kak 1', status: 'failed', error_code: 'refused', error_message: 'No.' },
    { phone: '628110000003', name: 'Kak 3', status: 'failed' },
  ]);
  expect(second.next).toBeNull();
});

test('without a status all recipients with a message are listed, in the order of sending', async () => {
  const { account, id } = await halfFailed();

  const { rows, next } = await readRecipients(ctx, account, id, { limit: 50 });

  expect(rows.map(({ status }) => status)).toEqual(['sent', 'failed', 'sent', 'failed', 'sent']);
  expect(next).toBeNull();
});

test('a contact has the broadcasts with a message to its person, the newest first', async () => {
  const scene = await halfFailed();
  const { account, id } = scene;
  const { rows } = await ctx.pool.query<{ id: string }>(
    'select id from contacts where account_id = $1 order by place limit 2',
    [account.id],
  );
  const [first = 0, second = 0] = rows.map((row) => Number(row.id));

  const [ofFirst] = await listBroadcastsOf(ctx, account, first);
  const [ofSecond] = await listBroadcastsOf(ctx, account, second);
  const other = await openScene(ctx, { contacts: 1 });

  expect(ofFirst).toMatchObject({ id, status: 'sent' });
  expect(ofSecond).toMatchObject({ id, status: 'failed', error_code: 'refused' });
  await expect(listBroadcastsOf(ctx, other.account, first)).rejects.toMatchObject({
    code: 'contact_not_found',
  });
});

test('the export has the failed recipients', async () => {
  const { account, id } = await halfFailed();

  const rows: (readonly string[])[] = [];
  for await (const some of await exportRecipients(ctx, account, id, { status: 'failed' })) rows.push(...some);

  expect(rows.map(([phone]) => phone)).toEqual(['phone', '628110000001', '628110000003']);
});

test('the broadcast of another account is unknown', async () => {
  const { id } = await halfFailed();
  const other = await openScene(ctx, { contacts: 1 });

  const reading = readRecipients(ctx, other.account, id, { limit: 50 });

  await expect(reading).rejects.toMatchObject({ code: 'broadcast_not_found' });
});
