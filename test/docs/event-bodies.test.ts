import { afterAll, expect, test } from 'vitest';
import { createDevice } from '../../src/gateway/devices/device.ts';
import { inboundRow, storeInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { moveStatuses } from '../../src/gateway/messages/queue/settle-store.ts';
import { sendTestEvent } from '../../src/gateway/webhooks/replay/replay.ts';
import { registerWebhook } from '../../src/gateway/webhooks/webhook.ts';
import { testContext } from '../harness/context.ts';
import { insertAccount, insertDevice, insertMessage } from '../harness/rows.ts';

const ctx = await testContext({ cleanup: afterAll });
const at = new Date('2025-11-21T08:15:30.070Z');

/** The event's body as receivers get it, without what differs from event to event. */
async function bodyOf(type: string): Promise<string> {
  const { rows } = await ctx.pool.query<{ body: string; event_id: string; device_uuid: string }>(
    `select body, event_id, coalesce(body::json ->> 'device_uuid', '') as device_uuid
     from events where type = $1 order by id desc limit 1`,
    [type],
  );
  const [{ body = '', event_id = '', device_uuid = '' } = {}] = rows;
  const plain = body.replace(event_id, 'E');
  return device_uuid === '' ? plain : plain.replace(device_uuid, 'D');
}

test('the bytes of each event body stay as they are', async () => {
  ctx.clock.set(at);
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const { id } = await insertMessage(ctx, device, { phone: '628111', reserved_wa_id: 'A' });
  const hook = await registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: ['device.status'] });
  const expired = { error_code: 'expired', error_message: 'Too "late" 👋' };
  const change = { device_id: device.id, wa_message_id: 'A', status: 'failed' as const, refund: false };
  const heard = { waMessageId: 'C', from: '628222', type: 'text' as const, body: 'Halo / 👋\n', at };

  await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  await moveStatuses(ctx.db, [{ ...change, ...expired }], at);
  await ctx.db.transaction((tx) => storeInbound(tx, [inboundRow(device, heard)], { now: at, hooks: [] }));
  await sendTestEvent(ctx, account, hook.id);

  const time = '"timestamp":"2025-11-21T08:15:30.070Z"';
  const error = String.raw`{"code" : "expired", "message" : "Too \"late\" 👋"}`;
  expect(await bodyOf('device.status')).toBe(
    `{"event":"device.status","event_id":"E","device_uuid":"D",${time},` +
      '"status":"provisioned","previous_status":null,"reason":null}',
  );
  expect(await bodyOf('message.status')).toBe(
    `{"event":"message.status","event_id":"E","device_uuid":"D",${time},` +
      `"message_id":${id},"wa_message_id":null,"status":"failed","to":"628111","error":${error}}`,
  );
  expect(await bodyOf('message.received')).toBe(
    '{"event":"message.received","event_id":"E","device_uuid":"D","from":"628222",' +
      String.raw`"type":"text","body":"Halo / 👋\n","wa_message_id":"C",` +
      `${time},"message_id":null,"conversation_id":null,"name":null,"kind":"text","details":null,` +
      '"quote":null,"referral":null,"media":null}',
  );
  expect(await bodyOf('webhook.test')).toBe(
    `{"event":"webhook.test","event_id":"E","device_uuid":null,${time}}`,
  );
});
