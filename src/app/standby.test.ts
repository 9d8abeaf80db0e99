import { afterAll, expect, test } from 'vitest';
import { newMessageId } from '../../sandbox/graph/ids.ts';
import { openAppNumber } from '../../test/harness/app-number.ts';
import { testContext } from '../../test/harness/context.ts';
import { eventsOf } from '../../test/harness/events.ts';
import { openService } from '../../test/harness/service.ts';
import type { Json } from '../../test/harness/shop.ts';
import { MINUTE, SECOND } from '../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const BUDI = '6281234567890';

/** A number on which the agent of the provider answers. */
async function shopWithAgent() {
  const shop = await openAppNumber(ctx, service);
  const timestamp = (msAgo = 0) => String(Math.floor((ctx.now().getTime() - msAgo) / SECOND));
  const text = (body: string) => ({ type: 'text', text: { body } });
  return {
    ...shop,
    /** The customer writes to the agent. */
    ask: (body: string, id = newMessageId(BUDI, 'in'), msAgo = 0) =>
      shop.callback('standby', {
        standby: {
          contacts: [{ wa_id: BUDI, profile: { name: 'Budi' } }],
          messages: [{ from: BUDI, id, timestamp: timestamp(msAgo), ...text(body) }],
        },
      }),
    answer: (body: string) =>
      shop.callback('standby', {
        standby: {
          message_echoes: [
            { id: newMessageId(BUDI, 'out'), timestamp: timestamp(), message: { to: BUDI, ...text(body) } },
          ],
        },
      }),
    pass: (new_owner_role: string, msAgo = 0) =>
      shop.callback(
        'messaging_handovers',
        {
          recipient: { display_phone_number: '628110000003', phone_number_id: shop.number },
          sender: { phone_number: BUDI },
          timestamp: timestamp(msAgo),
          type: 'control_passed',
          control_passed: { previous_owner_role: 'x', new_owner_role },
        },
        false,
      ),
    heard: async () =>
      (await eventsOf(ctx, 'message.received')).filter(
        ({ device_uuid }) => device_uuid === shop.device.device_uuid,
      ).length,
  };
}

test('a chat that the agent holds is shown so, with both sides, and asks nothing of staff or programs', async () => {
  const { ask, answer, chat, messages, heard } = await shopWithAgent();

  await ask('Jam buka?');
  await answer('Jam 9, Kak.');

  expect(await chat(BUDI)).toMatchObject({
    ...{ standby_since: expect.any(String), owner_state: 'closed', unread: 0, waiting_since: null },
    ...{ takes_free_text: true, last_message: { body: 'Jam 9, Kak.' } },
  });
  expect(
    (await messages(BUDI)).map(({ body, direction, standby }: Json) => [body, direction, standby]),
  ).toEqual([
    ['Jam 9, Kak.', 'out', true],
    ['Jam buka?', 'in', true],
  ]);
  expect(await heard()).toBe(0);
});

test('the next message that comes as usual ends it, and a late repetition does not bring it back', async () => {
  const { ask, receive, chat, heard } = await shopWithAgent();
  await ask('Jam buka?', 'wamid.first');
  await receive(BUDI, 'Halo?');
  const after = await chat(BUDI);

  await ask('Jam buka?', 'wamid.first');
  await ask('Tadi', 'wamid.late', MINUTE);

  expect(after).toMatchObject({ standby_since: null, owner_state: 'human_waiting', unread: 1 });
  expect((await chat(BUDI)).standby_since).toBeNull();
  expect(await heard()).toBe(1);
});

test('the agent passes the chat on, and it waits for staff; a late report changes nothing', async () => {
  const { ask, pass, chat } = await shopWithAgent();
  await ask('Mau bicara dengan orang');
  await pass('escalation', 11 * MINUTE);
  const late = await chat(BUDI);

  await pass('escalation');
  const waiting = await chat(BUDI);
  await pass('ai_agent');

  expect(late).toMatchObject({ standby_since: expect.any(String), owner_state: 'closed' });
  expect(waiting).toMatchObject({
    ...{ standby_since: null, owner_state: 'human_waiting', owner_reason: 'agent' },
    waiting_since: expect.any(String),
  });
  expect((await chat(BUDI)).standby_since).toEqual(expect.any(String));
});

test('a reply of staff takes the chat over', async () => {
  const { ask, chat, api } = await shopWithAgent();
  await ask('Jam buka?');

  const { id } = await chat(BUDI);
  const answer = await api(
    'POST',
    `/v1/conversations/${id}/messages`,
    { body: 'Saya bantu, Kak.' },
    { 'idempotency-key': 'one' },
  );

  expect(answer.status).toBe(202);
  expect(await chat(BUDI)).toMatchObject({ standby_since: null, owner_state: 'human_active' });
});
