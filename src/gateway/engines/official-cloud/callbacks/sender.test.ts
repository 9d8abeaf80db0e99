import { expect, test } from 'vitest';
import { receivedMessage } from '../../../../../test/harness/official-callback.ts';

test.each([
  [
    'beside the number',
    { from_user_id: 'US.1349' },
    [{ wa_id: '16505551234', user_id: 'US.1349' }],
    '16505551234',
  ],
  ['without a number', { from: undefined, from_user_id: 'US.1349' }, [{ user_id: 'US.1349' }], 'US.1349'],
  ['with an empty number', { from: '', from_user_id: 'MY.2035' }, [], 'MY.2035'],
  ['of the contact only', { from: undefined }, [{ user_id: 'US.77' }], 'US.77'],
  ['missing, with the number of the contact only', { from: undefined }, [{ wa_id: '628123' }], '628123'],
  ['in place of the number', { from: 'MY.2035' }, [], 'MY.2035'],
  ['of a parent account in place of the number', { from: 'US.ENT.2035a' }, [], 'US.ENT.2035a'],
  ['in place of the number of the contact', { from: undefined }, [{ wa_id: 'MY.2035' }], 'MY.2035'],
  [
    'beside another contact',
    { from: undefined, from_user_id: 'US.1' },
    [{ wa_id: '62', user_id: 'US.2' }],
    'US.1',
  ],
  ['missing, with a plus in the number', { from: '+62 812-345' }, [], '62812345'],
])('the sender is found with a user id %s', (_name, fields, contacts, from) => {
  expect(receivedMessage({ type: 'text', text: { body: 'Hi' }, ...fields }, contacts).from).toBe(from);
});
