import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import type { EngineSession } from '../../../gateway/engines/engine.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { watchStaffTyping } from './staff-typing.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

type Setting = 'never' | 'on_reply' | 'on_open';

/** A user in a chat, and what the customer sees of the typing. */
async function typingIn(setting: Setting, typingMarksRead: boolean) {
  const { account, device, uuid } = await shop();
  const message = inbound(device, CHAT_PHONE);
  await receive(message);
  const ani = await staffOf(service.http, ctx, {
    account,
    role: 'agent',
    name: 'Ani',
    deviceIds: [device.id],
  });
  const statements: string[] = [];
  const db = new Proxy(ctx.db, {
    get(target, key) {
      if (key === 'query') statements.push('query');
      return Reflect.get(target, key);
    },
  });
  const watch = watchStaffTyping({ ...ctx, db });
  onTestFinished(() => watch.stop());
  const showTyping = vi.fn();
  const session = { showTyping } as Partial<EngineSession> as EngineSession; // it calls nothing else
  const lease = { id: device.id, device_uuid: device.device_uuid, account_id: account.id, epoch: 1 };
  watch.connected({ lease, session, readReceipts: () => setting, typingMarksRead });
  return {
    ...{ statements, last: message.message.waMessageId },
    type: (state = 'typing') => ani.call('PUT', `/app/api/conversations/${uuid}/presence`, { state }),
    look: () => watch.look(),
    shown: () => showTyping.mock.calls,
  };
}

test.each([
  ['never', false, 0],
  ['on_reply', false, 1],
  ['on_open', false, 1],
  ['never', true, 0],
  ['on_reply', true, 0],
  ['on_open', true, 1],
] as const)(
  'with %s, where typing marks as read is %s, the customer sees typing %i times',
  async (...[setting, marks, times]) => {
    const { type, look, shown, statements, last } = await typingIn(setting, marks);
    await type();
    statements.splice(0);

    await look();

    expect(shown()).toEqual(times === 0 ? [] : [[CHAT_PHONE, last]]);
    expect(statements).toHaveLength(times);
  },
);

test('the customer sees it again after 20 seconds, and not while staff only looks', async () => {
  const { type, look, shown } = await typingIn('on_open', false);
  await type('viewing');
  await look();
  const counts = [shown().length];

  for (const seconds of [0, 5, 14, 1]) {
    ctx.clock.advance(seconds * SECOND);
    await type();
    await look();
    counts.push(shown().length);
  }

  expect(counts).toEqual([0, 1, 1, 1, 2]);
});
