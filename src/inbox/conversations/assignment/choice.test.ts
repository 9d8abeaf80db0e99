import { expect, test } from 'vitest';
import { type Candidate, choose } from './choice.ts';

const user = (id: number, columns: Partial<Candidate> = {}): Candidate => ({
  ...{ id, name: `Staf ${id}`, device_ids: null, team_ids: [], open: 0, last: 0 },
  ...columns,
});

test.each([
  {
    rule: 'the fewest open conversations',
    candidates: [user(1, { open: 2 }), user(2, { open: 1 })],
    chosen: 2,
  },
  { rule: 'then the longest time', candidates: [user(1, { last: 9 }), user(2, { last: 8 })], chosen: 2 },
  { rule: 'then the first user', candidates: [user(2), user(1)], chosen: 1 },
  { rule: 'only users of the device', candidates: [user(1, { device_ids: [8] }), user(2)], chosen: 2 },
  { rule: 'an agent of the device', candidates: [user(1, { device_ids: [7, 8] })], chosen: 1 },
  { rule: 'no user with the limit', candidates: [user(1, { open: 3 })], chosen: undefined },
  { rule: 'no user without devices', candidates: [user(1, { device_ids: [] })], chosen: undefined },
  { rule: 'no user at all', candidates: [], chosen: undefined },
])('a conversation goes to: $rule', ({ candidates, chosen }) => {
  expect(choose(candidates, { device_id: 7, team_id: null }, 3)?.id).toBe(chosen);
});

test('a conversation of no device goes to users who see all devices', () => {
  expect(choose([user(1, { device_ids: [7] }), user(2)], { device_id: null, team_id: null }, null)?.id).toBe(
    2,
  );
});

test.each([
  { rule: 'a member', candidates: [user(1), user(2, { team_ids: [5], open: 2 })], chosen: 2 },
  {
    rule: 'no member of the team alone',
    candidates: [user(1), user(2, { team_ids: [6] })],
    chosen: undefined,
  },
  {
    rule: 'no member who does not see the device',
    candidates: [user(1, { team_ids: [5], device_ids: [8] })],
    chosen: undefined,
  },
])('a conversation of a team goes to: $rule', ({ candidates, chosen }) => {
  expect(choose(candidates, { device_id: 7, team_id: 5 }, 3)?.id).toBe(chosen);
});
