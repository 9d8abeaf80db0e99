import { api, ok } from '../../../api/client.ts';

export interface FirstMessage {
  device_uuid: string;
  to: string;
  body: string;
}

/**
 * Sends the message, once per key. Returns null, or the id of the conversation that the number has on this device
 * already: then nothing is sent.
 */
export async function sendFirst(
  { device_uuid, to, body }: FirstMessage,
  key: string,
): Promise<string | null> {
  const query = { device_uuid, phone: to, limit: 1 };
  const { data } = await ok(api.GET('/app/api/conversations', { params: { query } }));
  const [known] = data;
  if (known) return known.id;
  await ok(
    api.POST('/app/api/messages', {
      params: { header: { 'Idempotency-Key': key } },
      body: { device_uuid, to, type: 'text', body },
    }),
  );
  return null;
}
