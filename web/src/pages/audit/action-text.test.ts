import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../src/platform/audit/schema.ts';
import { actionText } from './action-text.ts';
import { ACTIONS } from './actions.ts';

test('every action of the gateway has plain words in both languages', () => {
  const raw = AUDIT_ACTIONS.filter(
    (action) => actionText(action, 'en') === action || actionText(action, 'id') === action,
  );

  expect(raw).toEqual([]);
});

/** They concern no account, so that its log never has them. */
const OF_INSTALLATION = /^(plan|backup|installation|rates)\./;

test('the filter offers every action that the log of an account can have', () => {
  const offered = Object.entries(ACTIONS).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`));

  expect(offered.sort()).toEqual(AUDIT_ACTIONS.filter((action) => !OF_INSTALLATION.test(action)).toSorted());
});

test('an action of a later gateway is shown as it is', () => {
  expect(actionText('planet.moved', 'en')).toBe('planet.moved');
});
