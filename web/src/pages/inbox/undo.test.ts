import { expect, test } from 'vitest';
import { type Act, undoOf } from './undo.ts';

const before = {
  owner_state: 'human_waiting',
  assignee: null,
  team: null,
  snoozed_until: null,
  labels: ['vip'],
  fields: {},
} as const;
const undo = (act: Act, changed: Partial<Parameters<typeof undoOf>[0]> = {}) =>
  undoOf({ ...before, labels: ['vip'], ...changed }, act);

test('an end and a snooze are taken back as they were', () => {
  expect(undo({ type: 'resolve' })).toEqual([{ type: 'reopen' }]);
  expect(undo({ type: 'resolve' }, { owner_state: 'closed' })).toEqual([]);
  expect(undo({ type: 'snooze', until: 'later' }, { snoozed_until: 'soon' })).toEqual([
    { type: 'snooze', until: 'soon' },
  ]);
});

test('a chat that went to a team comes back from it, to the owner of before', () => {
  const toTeam: Act = { type: 'assign', team: 'Retur' };

  expect(undo(toTeam)).toEqual([{ type: 'assign', assignee: null, team: null }]);
  expect(undo(toTeam, { owner_state: 'human_active', assignee: 'Budi', team: 'Penjualan' })).toEqual([
    { type: 'assign', assignee: 'Budi', team: 'Penjualan' },
  ]);
  expect(undo(toTeam, { owner_state: 'bot' })).toEqual([
    { type: 'assign', team: null },
    { type: 'give-back' },
  ]);
});

test('the owner of before gets the conversation back', () => {
  expect(undo({ type: 'assign', assignee: 'Ani' })).toEqual([{ type: 'assign', assignee: null }]);
  expect(
    undo({ type: 'assign', assignee: 'Ani' }, { owner_state: 'human_active', assignee: 'Budi' }),
  ).toEqual([{ type: 'assign', assignee: 'Budi' }]);
  expect(undo({ type: 'assign', assignee: 'Ani' }, { snoozed_until: 'later' })).toEqual([
    { type: 'assign', assignee: null },
    { type: 'snooze', until: 'later' },
  ]);
  expect(undo({ type: 'takeover' }, { owner_state: 'bot' })).toEqual([{ type: 'give-back' }]);
  expect(undo({ type: 'takeover' }, { owner_state: 'closed' })).toEqual([{ type: 'resolve' }]);
  expect(undo({ type: 'give-back' })).toEqual([{ type: 'takeover' }, { type: 'assign', assignee: null }]);
});

test('an automatic assignee who has not answered yet does not come back', () => {
  expect(undo({ type: 'assign', assignee: 'Ani' }, { assignee: 'Budi' })).toEqual([]);
});

test('labels that were there before stay', () => {
  expect(undo({ type: 'labels', add: ['vip', 'baru'], remove: [] })).toEqual([
    { type: 'labels', add: [], remove: ['baru'] },
  ]);
  expect(undo({ type: 'labels', add: ['vip'], remove: [] })).toEqual([]);
});
