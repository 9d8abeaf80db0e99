import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureHeaders } from './signature.ts';

const secret = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV';
const event = { event_id: '3f2c9d0e-0000-4000-8000-000000000001', body: Buffer.from('{"a":"Halo 👋"}') };
const at = new Date('2026-01-02T03:04:05.678Z');

test("the contract's signature is the hex HMAC of the raw bytes under the characters of the secret", () => {
  const expected = createHmac('sha256', secret).update('{"a":"Halo 👋"}', 'utf8').digest('hex');

  expect(signatureHeaders(secret, event, at)['x-service-signature']).toBe(`sha256=${expected}`);
});

test('the Standard Webhooks signature covers id, time and body', () => {
  const headers = signatureHeaders(secret, event, at);
  const signed = `${event.event_id}.1767323045.{"a":"Halo 👋"}`;
  const expected = createHmac('sha256', secret).update(signed).digest('base64');

  expect(headers).toMatchObject({
    'webhook-id': event.event_id,
    'webhook-timestamp': '1767323045',
    'webhook-signature': `v1,${expected}`,
  });
});

test('a known vector, so that the scheme cannot drift', () => {
  const headers = signatureHeaders('key', { event_id: 'id', body: Buffer.from('body') }, new Date(1_000));

  expect(headers).toEqual({
    'x-service-signature': 'sha256=515aae133b435d4000956731f68ae5cf5eb85d4f0dc6a546d2bfcd3595ec1ae1',
    'webhook-id': 'id',
    'webhook-timestamp': '1',
    'webhook-signature': 'v1,sYA3/+8KvyXbe4KAKZy0QWKFoLKSHDq/QWu0xQZyY7s=',
  });
});

test('while several secrets sign, Standard Webhooks carries all and the contract keeps to the oldest', () => {
  const [oldest, middle] = [secret.toLowerCase(), secret.toUpperCase()];

  const all = signatureHeaders(secret, event, at, [oldest, middle]);

  const alone = [secret, oldest, middle].map((key) => signatureHeaders(key, event, at));
  expect(all['webhook-signature']).toBe(alone.map((each) => each['webhook-signature']).join(' '));
  expect(all['x-service-signature']).toBe(alone[1]?.['x-service-signature']);
});
