import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../src/audit/schema.ts';
import { actionText } from './action-text.ts';

test('every action of the gateway has plain words in both languages', () => {
  const raw = AUDIT_ACTIONS.filter(
    (action) => actionText(action, 'en') === action || actionText(action, 'id') === action,
  );

  expect(raw).toEqual([]);
});

test('an action of a later gateway is shown as it is', () => {
  expect(actionText('planet.moved', 'en')).toBe('planet.moved');
});
