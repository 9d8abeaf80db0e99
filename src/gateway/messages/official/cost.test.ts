import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { callback, insertReferenced, report, text, value } from '../../../../test/harness/official-items.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { watchAllStatements } from '../../../../test/harness/statements.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { registerWebhook } from '../../webhooks/webhook.ts';

const SECRET = 'secret-of-the-app';
const NUMBER = '305';

const base = await testContext({ cleanup: afterAll });
const statements: (string | undefined)[] = [];
const published: string[] = [];
const ctx = {
  ...base,
  db: watchAllStatements(base.db, ({ name }) => statements.push(name)),
  bus: { ...base.bus, subscribe: () => () => {}, publish: (topic: string) => void published.push(topic) },
};
const http = await callbackServer(ctx, [{ network: 'live', appSecret: SECRET, verifyToken: 'v' }]);
const account = await insertAccount(base, {}, 'live');
const device = await insertDevice(base, account, { engine: 'official_cloud' });
await tablesOf(base.db)
  .updateTable('devices')
  .set({ official_phone_number_id: NUMBER, official_waba_id: 'WABA' })
  .where('id', '=', device.id)
  .execute();

/** What the callback costs. */
async function costOf(fields: object) {
  const body = JSON.stringify(callback(value(NUMBER, fields)));
  statements.length = published.length = 0;
  const { statusCode } = await callBack(http, body, signCallback(body, SECRET));
  expect(statusCode).toBe(200);
  return { statements: [...statements], published: [...published] };
}
const delivered = async () => ({ statuses: [report(await insertReferenced(base, device), 'delivered')] });

test('a status of a known number is one statement, and wakes no process unless its event has a consumer', async () => {
  await costOf(await delivered());

  const unfollowed = await costOf(await delivered());
  await registerWebhook(base, account, { url: 'https://example.com/', events: ['message.status'] });
  const followed = await costOf(await delivered());

  expect(unfollowed).toEqual({ statements: ['queue.move_statuses'], published: [] });
  expect(followed).toEqual({ statements: ['queue.move_statuses'], published: ['events'] });
});

test('each message of a customer looks up the number as it is now', async () => {
  const [first, second] = [
    await costOf({ messages: [text('Halo')] }),
    await costOf({ messages: [text('Kak')] }),
  ];

  for (const { statements } of [first, second])
    expect(statements).toContain('devices.list_named_by_provider');
});
