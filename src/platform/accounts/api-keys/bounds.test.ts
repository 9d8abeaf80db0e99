import { expect, test } from 'vitest';
import { FieldErrors } from '../../lib/errors.ts';
import { type Bounds, boundsBelow } from './bounds.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const FREE: Bounds = { expires_at: null, allowed_addresses: null };
const until = (ms: number): Bounds => ({ ...FREE, expires_at: later(ms) });
const from = (...networks: string[]): Bounds => ({ ...FREE, allowed_addresses: networks });

test.each<[string, Bounds, Parameters<typeof boundsBelow>[1], Bounds]>([
  ['nothing is wished', FREE, {}, FREE],
  ['an end, and the creator has none', FREE, { expires_at: later(1) }, until(1)],
  ['no end, and the creator has one', until(5), { expires_at: null }, until(5)],
  ['nothing, and the creator has an end', until(5), {}, until(5)],
  ['the same end', until(5), { expires_at: later(5) }, until(5)],
  ['a list, and the creator has none', FREE, { allowed_addresses: ['::/0'] }, from('::/0')],
  ['no list, and the creator has one', from('10.0.0.1'), { allowed_addresses: null }, from('10.0.0.1')],
  ['an empty list', from('10.0.0.1'), { allowed_addresses: [] }, from('10.0.0.1')],
  ['the same network', from('10.0.0.0/8'), { allowed_addresses: ['10.0.0.0/8'] }, from('10.0.0.0/8')],
  ['a smaller network', from('10.0.0.0/8'), { allowed_addresses: ['10.1.0.0/16'] }, from('10.1.0.0/16')],
  ['one address', from('fd00::/8', '10.0.0.0/8'), { allowed_addresses: ['fd00::1'] }, from('fd00::1')],
  ['any IPv4 network', from('0.0.0.0/0'), { allowed_addresses: ['203.0.113.0/24'] }, from('203.0.113.0/24')],
])('a key is never looser than its creator: %s', (_name, creator, wish, expected) => {
  expect(boundsBelow(creator, wish, NOW)).toEqual(expected);
});

test.each<[string, Bounds, Parameters<typeof boundsBelow>[1], string[]]>([
  ['an end that has come', FREE, { expires_at: NOW }, ['expires_at']],
  ['a later end', until(5), { expires_at: later(6) }, ['expires_at']],
  ['a larger network', from('10.1.0.0/16'), { allowed_addresses: ['10.0.0.0/8'] }, ['allowed_addresses.0']],
  ['all addresses', from('10.0.0.0/8'), { allowed_addresses: ['0.0.0.0/0'] }, ['allowed_addresses.0']],
  ['the other family', from('0.0.0.0/0'), { allowed_addresses: ['::/0'] }, ['allowed_addresses.0']],
  ['IPv4 below IPv6', from('::/0'), { allowed_addresses: ['10.0.0.1'] }, ['allowed_addresses.0']],
  [
    'a network of two entries',
    from('10.0.0.0/9', '10.128.0.0/9'),
    { allowed_addresses: ['10.0.0.0/8'] },
    ['allowed_addresses.0'],
  ],
  [
    'the second of two',
    from('10.0.0.0/8'),
    { allowed_addresses: ['10.0.0.1', '11.0.0.1'] },
    ['allowed_addresses.1'],
  ],
  [
    'both',
    { expires_at: later(5), allowed_addresses: ['10.0.0.1'] },
    { expires_at: later(6), allowed_addresses: ['10.0.0.2'] },
    ['expires_at', 'allowed_addresses.0'],
  ],
])('a looser wish is a field error: %s', (_name, creator, wish, fields) => {
  const refused = attempt(() => boundsBelow(creator, wish, NOW));

  expect(refused instanceof FieldErrors && Object.keys(refused.errors)).toEqual(fields);
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
