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

test('while two secrets sign, Standard Webhooks carries both and the contract keeps to the previous one', () => {
  const previous = secret.toLowerCase();

  const both = signatureHeaders(secret, event, at, previous);

  const [present, before] = [secret, previous].map((key) => signatureHeaders(key, event, at));
  expect(both['webhook-signature']).toBe(
    `${present?.['webhook-signature']} ${before?.['webhook-signature']}`,
  );
  expect(both['x-service-signature']).toBe(before?.['x-service-signature']);
});
