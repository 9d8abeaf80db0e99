import { createHmac } from 'node:crypto';

/**
 * The headers that let the receiver check a body: the contract's signature over the raw bytes, and beside it those of Standard Webhooks, which
 * cover id and time as well and so stop replays. The key is the secret's characters as UTF-8, for both.
 */
export function signatureHeaders(
  secret: string,
  event: { event_id: string; body: Uint8Array },
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret);
  const standard = createHmac('sha256', key).update(`${event.event_id}.${timestamp}.`).update(event.body);
  return {
    'x-service-signature': `sha256=${createHmac('sha256', key).update(event.body).digest('hex')}`,
    'webhook-id': event.event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}
