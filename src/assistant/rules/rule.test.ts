import { expect, test } from 'vitest';
import { hoursFrom, type WrittenHours } from '../../gateway/hours/opening.ts';
import { type MatchKind, prepareText } from '../matching.ts';
import { NO_PAUSE } from '../test-work.ts';
import type { Conditions } from './conditions.ts';
import type { Definition } from './definition.ts';
import { lint } from './lint.ts';
import {
  compiledRule,
  matching,
  type Obstacle,
  type Occasion,
  obstacleOf,
  type Rule,
  ruleSetOf,
} from './rule.ts';
import { isWithin } from './schedule.ts';
import type { RuleRow } from './store.ts';

const DEVICE = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';
const DAY = [{ from: '09:00', to: '17:00' }];
const WEEKLY: WrittenHours['weekly'] = {
  ...{ monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY, saturday: [], sunday: [] },
};
const HOURS = hoursFrom({ timezone: 'Asia/Jakarta', weekly: WEEKLY, holidays: [] });
/** A Friday, 11:00 in Jakarta. */
const OPEN = new Date('2025-11-21T04:00:00Z');
const INDONESIAN: Conditions = {
  ...{ customer: 'any', language: 'id', has_labels: [], lacks_labels: [], has_tags: [], lacks_tags: [] },
};
const OCCASION: Occasion = {
  ...{ device_uuid: DEVICE, at: OPEN, isFirst: true, isDuringFlow: false, lastHumanAt: null },
  hours: async () => HOURS,
  pauses: async () => new Map(),
  language: () => null,
  customer: {
    ...{ isNew: true, labels: [], cameBy: null },
    tags: async () => [],
    answersBroadcast: async () => false,
  },
};
const CLOSED = new Date('2025-11-21T14:00:00Z');

let rows = 0;
function rule(
  changes: Partial<Omit<RuleRow, 'definition'>> & { definition?: Partial<Definition> } = {},
): Rule {
  rows += 1;
  const { definition, ...rest } = changes;
  const row: RuleRow = {
    ...{
      id: rows,
      rule_uuid: `rule-${rows}`,
      kind: 'keyword',
      name: `Rule ${rows}`,
      enabled: true,
      priority: 100,
    },
    ...{ device_uuids: null, created_at: OPEN, updated_at: OPEN, ...rest },
    definition: {
      ...{ match: 'word', patterns: ['harga'], hours: 'any', schedule: null, cooldown_seconds: 0 },
      ...{
        greet_after_days: null,
        greet_always: false,
        interrupts_flows: false,
        replies: [{ type: 'text', body: 'Ya' }],
        start_flow: null,
      },
      ...{ hand_off: false, add_labels: [], remove_labels: [], ...definition },
    },
  };
  return compiledRule(row);
}
const keyword = (match: MatchKind, ...patterns: string[]) => rule({ definition: { match, patterns } });

async function names(rules: readonly Rule[], text: string): Promise<number[]> {
  const { keyword } = await ruleSetOf(rules, NO_PAUSE);
  const found: number[] = [];
  for await (const each of matching(keyword, prepareText(text), NO_PAUSE))
    found.push(rules.indexOf(each.rule));
  return found;
}

test('rules for a device come first, then priority, kind of match, length of the pattern, and age', async () => {
  const rules = [
    keyword('any'),
    keyword('regex', 'harga'),
    keyword('fuzzy', 'hargq'),
    keyword('contains', 'arga'),
    keyword('contains', 'harga'),
    keyword('word', 'harga'),
    keyword('ends', 'harga'),
    keyword('starts', 'harga'),
    keyword('exact', 'harga'),
    keyword('exact', 'harga'),
    rule({ priority: 99, definition: { match: 'any', patterns: [] } }),
    rule({ device_uuids: [DEVICE], priority: 500 }),
  ];

  expect(await names(rules, 'Harga?')).toEqual([11, 10, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0]);
});

test('a long list of patterns can pause before each of them', async () => {
  const rules = [
    keyword('fuzzy', 'satu dua', 'tiga empat'),
    keyword('regex', 'lima', 'enam'),
    keyword('word', 'tujuh'),
  ];
  const { keyword: candidates } = await ruleSetOf(rules, NO_PAUSE);
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };

  for await (const _ of matching(candidates, prepareText('delapan'), pause))
    throw new Error('nothing matches');

  expect(pauses).toBe(5);
});

test('the longest pattern that matches counts', async () => {
  const rules = [keyword('word', 'harga'), keyword('word', 'kopi', 'harga kopi'), keyword('word', 'kopi')];

  expect(await names(rules, 'harga kopi')).toEqual([1, 0, 2]);
});

test.each<[string, Obstacle | null, Rule, Partial<Occasion>]>([
  ['a rule without conditions answers', null, rule(), {}],
  ['disabled', 'disabled', rule({ enabled: false }), {}],
  ['of another device', 'other_device', rule({ device_uuids: ['x'] }), {}],
  ['of this device', null, rule({ device_uuids: [DEVICE] }), {}],
  ['during a flow', 'flow_waits', rule(), { isDuringFlow: true }],
  ['interrupting a flow', null, rule({ definition: { interrupts_flows: true } }), { isDuringFlow: true }],
  ['closed hours while open', 'other_hours', rule({ definition: { hours: 'closed' } }), {}],
  ['open hours while closed', 'other_hours', rule({ definition: { hours: 'open' } }), { at: CLOSED }],
  ['closed hours while closed', null, rule({ definition: { hours: 'closed' } }), { at: CLOSED }],
  ['a greeting of the first message', null, rule({ kind: 'greeting' }), {}],
  ['a greeting of the second message', 'not_first', rule({ kind: 'greeting' }), { isFirst: false }],
  [
    'a greeting after days',
    null,
    rule({ kind: 'greeting', definition: { greet_after_days: 3 } }),
    { isFirst: false },
  ],
  ['an away text after staff wrote', 'staff_wrote', rule({ kind: 'away' }), { lastHumanAt: OPEN }],
  ['an answer after staff wrote', null, rule(), { lastHumanAt: OPEN }],
  ['of this language', null, rule({ definition: { conditions: INDONESIAN } }), { language: () => 'id' }],
  [
    'of another language',
    'other_language',
    rule({ definition: { conditions: INDONESIAN } }),
    { language: () => 'en' },
  ],
  ['of a language that is not known', 'other_language', rule({ definition: { conditions: INDONESIAN } }), {}],
])('%s: %s', async (_, obstacle, judged, changes) => {
  expect(await obstacleOf(judged, { ...OCCASION, ...changes })).toBe(obstacle);
});

test('a rule in its cool-down does not answer', async () => {
  const cooling = rule({ definition: { cooldown_seconds: 1 } });
  const until = new Date(OPEN.getTime() + 1);
  const pauses = async () => new Map([[cooling.id, until]]);

  const then = [OPEN, until].map((at) => obstacleOf(cooling, { ...OCCASION, at, pauses }));

  expect(await Promise.all(then)).toEqual(['cooling_down', null]);
});

test.each<[string, Partial<Parameters<typeof isWithin>[0]>, boolean]>([
  ['2025-11-21T04:00:00Z', {}, true],
  ['2025-11-21T04:00:00Z', { from: '11:00', to: '11:01' }, true],
  ['2025-11-21T04:00:00Z', { from: '11:01' }, false],
  ['2025-11-21T04:00:00Z', { to: '11:00' }, false],
  ['2025-11-21T04:00:00Z', { days: ['saturday'] }, false],
  ['2025-11-21T17:30:00Z', { days: ['saturday'] }, true],
  // 00:30 on Saturday belongs to the night of Friday.
  ['2025-11-21T17:30:00Z', { days: ['friday'], from: '22:00', to: '02:00' }, true],
  ['2025-11-21T17:30:00Z', { days: ['saturday'], from: '22:00', to: '02:00' }, false],
  ['2025-11-21T19:00:00Z', { from: '22:00', to: '02:00' }, false],
  ['2025-11-21T04:00:00Z', { from_date: '2025-11-22' }, false],
  ['2025-11-21T04:00:00Z', { until_date: '2025-11-21' }, true],
  ['2025-11-21T17:00:00Z', { until_date: '2025-11-21' }, false],
])('at %s the schedule %j allows: %s', (at, part, expected) => {
  const schedule = { from_date: null, until_date: null, days: null, from: null, to: null, ...part };

  expect(isWithin(schedule, HOURS, new Date(at))).toBe(expected);
});

test.each<[string, Rule, Rule, string[] | null]>([
  [
    'contains hides longer ones of lower priority',
    rule({ priority: 1, definition: { match: 'contains' } }),
    keyword('word', 'hargakopi', 'jam'),
    ['hargakopi'],
  ],
  [
    'a word hides it as a whole message',
    rule({ priority: 1 }),
    keyword('exact', 'harga kopi'),
    ['harga kopi'],
  ],
  ['a word hides no part of words', rule({ priority: 1 }), keyword('contains', 'harga'), null],
  ['the more exact rule comes first', keyword('contains', 'harga'), keyword('exact', 'harga'), null],
  ['the longer pattern comes first', keyword('contains', 'harga'), keyword('contains', 'harga kopi'), null],
  ['equal patterns go by age', keyword('word', 'harga'), keyword('word', 'Harga!'), ['harga']],
  ['a device has its own rules', rule({ priority: 1, device_uuids: [DEVICE] }), rule(), null],
  ['open hours leave the closed ones', rule({ priority: 1, definition: { hours: 'open' } }), rule(), null],
  ['a cool-down leaves the rest', rule({ priority: 1, definition: { cooldown_seconds: 9 } }), rule(), null],
  ['labels alone hide nothing', rule({ priority: 1, definition: { replies: [] } }), rule(), null],
  [
    'any hides all',
    rule({ priority: 1, definition: { match: 'any', patterns: [] } }),
    keyword('regex', 'a'),
    ['a'],
  ],
])('lint: %s', async (_, first, second, patterns) => {
  const others = [first, second];
  const found = await lint(second, others, { isAlwaysOpen: false }, NO_PAUSE);

  const expected = patterns && [{ code: 'shadowed', other: first, patterns }];
  expect(found.filter(({ code }) => code === 'shadowed')).toEqual(expected ?? []);
  const reverse = await lint(first, others, { isAlwaysOpen: false }, NO_PAUSE);
  expect(reverse.some(({ code }) => code === 'shadows')).toBe(patterns !== null);
});
