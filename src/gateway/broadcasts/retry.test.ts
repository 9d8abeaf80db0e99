import { afterAll, expect, test } from 'vitest';
import { look, openScene, type Scene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { cancelBroadcast, retryFailed } from './broadcast.ts';

const ctx = await testContext({ cleanup: afterAll });

const phones = (...numbers: number[]) => numbers.map((n) => String(628_110_000_000 + n));

/** A broadcast whose messages have all failed. */
async function failedShop(contacts: number) {
  const scene = await openScene(ctx, { contacts });
  const id = await scene.create();
  await look(ctx);
  for (const message of await scene.take()) await scene.report(message, 'failed');
  scene.sent.length = 0;
  const retry = async (of = id) => (await retryFailed(ctx, scene.account, of)).id;
  const cancel = (each: number) => cancelBroadcast(ctx, scene.account, each);
  return { scene, retry, cancel };
}

/** The phones of the messages that were sent since the last call, in their order. */
function reached(scene: Scene): string[] {
  return scene.sent.splice(0).map(({ phone }) => phone);
}

test('a recipient whom a cancelled retry has reached gets no message of another retry', async () => {
  const { scene, retry, cancel } = await failedShop(5);
  const first = await retry();
  await look(ctx);
  const [sent, failed, unanswered] = await scene.take(3);
  if (sent) await scene.report(sent, 'sent');
  if (failed) await scene.report(failed, 'failed');
  await cancel(first);
  const before = reached(scene);

  const second = await retry();
  await look(ctx);
  await scene.carry();

  expect([before, unanswered?.phone]).toEqual([phones(0, 1, 2), phones(2)[0]]);
  expect(reached(scene)).toEqual(phones(3, 4));
  expect(await scene.read(second)).toMatchObject({ total_recipients: 2 });
});

test('a recipient whom a cancelled retry failed to reach is retried by the retry of this retry alone', async () => {
  const { scene, retry, cancel } = await failedShop(3);
  const first = await retry();
  await look(ctx);
  for (const message of await scene.take(2)) await scene.report(message, 'failed');
  await cancel(first);
  reached(scene);

  await retry(first);
  await retry();
  // Broadcasts of one device are claimed in rounds.
  await look(ctx);
  await look(ctx);
  await scene.carry();

  expect(reached(scene).sort()).toEqual(phones(0, 1, 2));
});

test('a recipient without a message in a cancelled retry is retried by the next one', async () => {
  const { scene, retry, cancel } = await failedShop(2);
  await cancel(await retry());
  const second = await retry();

  const again = retry();

  await expect(again).rejects.toMatchObject({ code: 'no_recipients_matched' });
  await cancel(second);
  expect(await scene.read(await retry())).toMatchObject({ total_recipients: 2 });
});
