import { expect, test } from 'vitest';
import { sharedByFile } from '../../test-sandbox.ts';
import { BUDI, openTestCloud, PHONE_ID } from '../test-cloud.ts';

const shared = sharedByFile((onEnd) => openTestCloud({ onEnd }));

test('a text is accepted with an id of its own, then reported as sent and delivered', async () => {
  const cloud = shared();

  const { status, body } = await cloud.send({
    type: 'text',
    text: { body: 'Halo 👋' },
    biz_opaque_callback_data: 'msg-17',
  });
  const id = body.messages[0].id;
  const statuses = await cloud.statusesOf(id, 2);

  expect(status).toBe(200);
  expect(body).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: `+${BUDI}`, wa_id: BUDI }],
    messages: [{ id: expect.stringMatching(/^wamid\.[A-Za-z0-9+/=]{30,}$/), message_status: 'accepted' }],
  });
  expect(statuses).toEqual(
    ['sent', 'delivered'].map((each) => ({
      id,
      status: each,
      timestamp: expect.stringMatching(/^\d{10}$/),
      recipient_id: BUDI,
      biz_opaque_callback_data: 'msg-17',
      pricing: expect.objectContaining({ pricing_model: 'PMP' }),
    })),
  );
  const { body: list } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?limit=1`);
  expect(list.data[0]).toMatchObject({ id, to: BUDI, direction: 'out', type: 'text', text: 'Halo 👋' });
});
