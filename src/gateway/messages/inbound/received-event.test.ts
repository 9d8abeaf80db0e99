import { expect, test } from 'vitest';
import { announcedOf } from './received-event.ts';

const row = { account_id: 1, device_id: 1, wa_message_id: 'A', phone: '628111', body: 'x', at: new Date(0) };
const told = (details: object | null, type = 'text') =>
  announcedOf({ ...row, id: 7, type, details: details && JSON.stringify(details) });

test.each([
  ['a plain text', null, { kind: 'text', details: null, quote: null, referral: null }],
  ['a tapped button', { choice_id: 'ya' }, { kind: 'text', details: null }],
  [
    'a place',
    { kind: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Toko' } },
    { kind: 'location', details: expect.stringContaining('"latitude":-6.2') },
  ],
  ['details that are no object', ['x'], { kind: 'text', details: null }],
])('%s is announced with what receivers can use', (_what, details, expected) => {
  expect(told(details)).toMatchObject(expected);
});

test('of a quote only its id is announced, because its text is a claim of the writer', () => {
  const quote = { id: 'B', author: 'us', type: 'text', excerpt: 'Gratis!' };

  const announced = told({ quote });

  expect(announced.quote).toBe('B');
  expect(JSON.stringify(announced)).not.toContain('Gratis');
});
