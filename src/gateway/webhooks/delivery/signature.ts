import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * The contract's header has one signature, by the oldest secret: receivers that know no rotations work until the
 * overlap ends.
 */
export function signatureHeaders(
  secret: string,
  event: { event_id: string; body: Uint8Array },
  at: Date,
  previous: readonly string[] = [],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${event.event_id}.${timestamp}.`;
  const standard = (key: KeyObject) =>
    `v1,${createHmac('sha256', key).update(signed).update(event.body).digest('base64')}`;
  // A key object is several times faster than text.
  const present = createSecretKey(secret, 'utf8');
  const before = previous.map((each) => createSecretKey(each, 'utf8'));
  return {
    'x-service-signature': `sha256=${createHmac('sha256', before[0] ?? present)
      .update(event.body)
      .digest('hex')}`,
    'webhook-id': event.event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [present, ...before].map(standard).join(' '),
  };
}
