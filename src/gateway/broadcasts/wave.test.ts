import { afterAll, expect, test } from 'vitest';
import { look, openScene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { cancelBroadcast } from './broadcast.ts';
import { addOptOut } from './opt-outs/opt-out.ts';
import { previewBroadcast } from './preview/preview.ts';
import type { Wave } from './recipients/stages.ts';
import { PreviewBroadcast } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);

const phoneOf = (n: number) => `${628110000000 + n}`;

/** Contacts 0 to 4: failed, sent, read, replied, opted out since. Contact 5 has no message. */
async function halfDone() {
  const scene = await openScene(ctx, { contacts: 6 });
  const id = await scene.create();
  await look(ctx);
  const taken = await scene.take(5);
  for (const [n, message] of taken.entries()) await scene.report(message, n === 0 ? 'failed' : 'sent');
  const [, , second] = taken;
  if (second) await scene.report(second, 'read');
  await cancelBroadcast(ctx, scene.account, id);
  await receive(inbound(scene.device, phoneOf(3), { at: ctx.now() }));
  await addOptOut(ctx, scene.account, { phone: phoneOf(4) });
  const targetsOf = (stage: Wave) => ({ tags: null, recipients_of: { broadcast_id: id, stage } });
  return { ...scene, id, targetsOf };
}

test.each<[Wave, number[]]>([
  ['all', [0, 1, 2, 3, 5]],
  ['failed', [0]],
  ['not_read', [1]],
  ['not_replied', [1, 2]],
  ['read', [2]],
  ['replied', [3]],
])('a second broadcast to %s reaches those alone, without opt-outs', async (stage, expected) => {
  const scene = await halfDone();
  const before = scene.sent.length;

  await scene.create({ ...scene.targetsOf(stage), message_template: 'Masih ada, {nama}' });
  await look(ctx);
  await scene.carry();

  expect(scene.sent.slice(before).map(({ phone }) => phone)).toEqual(expected.map(phoneOf));
});

test('the recipients of the second broadcast are fixed at its creation', async () => {
  const scene = await halfDone();
  const id = await scene.create(scene.targetsOf('not_replied'));
  await receive(inbound(scene.device, phoneOf(1), { at: ctx.now() }));
  const before = scene.sent.length;

  await look(ctx);
  await scene.carry();

  expect(scene.sent.slice(before).map(({ phone }) => phone)).toEqual([phoneOf(1), phoneOf(2)]);
  expect((await scene.read(id)).total_recipients).toBe(3);
});

test('the preview counts the same people', async () => {
  const { account, device, targetsOf } = await halfDone();

  const { total, opted_out, samples } = await previewBroadcast({ ctx, templates: noTemplates }, account, {
    ...targetsOf('not_replied'),
    device_uuid: device.device_uuid,
    message_template: 'Masih ada, {nama}',
  });

  expect([total, opted_out]).toEqual([3, 1]);
  expect(samples.map(({ phone }) => phone)).toEqual([phoneOf(1), phoneOf(2)]);
});

test('no recipient in the stage, and the broadcast of another account, are refused', async () => {
  const [scene, other] = [await halfDone(), await openScene(ctx, { contacts: 1 })];

  await expect(other.create(scene.targetsOf('sent'))).rejects.toMatchObject({ code: 'broadcast_not_found' });
  const id = await other.create();
  const replied = { tags: null, recipients_of: { broadcast_id: id, stage: 'replied' as const } };
  await expect(other.create(replied)).rejects.toMatchObject({ code: 'no_recipients_matched' });
});

test('a second broadcast has no other targets', () => {
  const body = { device_uuid: 'd', message_template: 'Halo', tags: ['vip'] };

  const read = PreviewBroadcast.safeParse({ ...body, recipients_of: { broadcast_id: 1, stage: 'sent' } });

  expect(read.error?.issues).toMatchObject([{ path: ['recipients_of'] }]);
});
