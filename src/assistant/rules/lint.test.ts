import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listen, MATCH_KINDS, normalise } from '../matching.ts';
import { finish } from '../test-work.ts';
import type { Definition } from './definition.ts';
import { allMatches, compiledRule, type Rule, ruleSetOf } from './judge.ts';
import { lint } from './lint.ts';

const WORD = fc.constantFrom('harga', 'hargq', 'kopi', 'kop', 'a', 'jam buka', 'ka', '?', '👍', 'c++');
const TEXT = fc
  .array(WORD, { minLength: 1, maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '', ', ', '-').map((between) => words.join(between)));
const RULE = fc.record({
  match: fc.constantFrom(...MATCH_KINDS.filter((kind) => kind !== 'regex')),
  patterns: fc.array(TEXT, { minLength: 1, maxLength: 3 }),
  priority: fc.integer({ min: 1, max: 2 }),
});

/** Of one account, in the order of creation. */
function rulesOf(given: readonly { match: Definition['match']; patterns: string[]; priority: number }[]) {
  const at = new Date('2025-11-21T09:00:00Z');
  return given.map(({ match, patterns, priority }, n) =>
    compiledRule({
      ...{ id: n + 1, rule_uuid: `rule-${n}`, kind: 'keyword', name: `Rule ${n}`, enabled: true, priority },
      ...{ device_uuids: null, created_at: at, updated_at: at },
      definition: {
        ...{
          match,
          patterns: match === 'any' ? [] : patterns,
          hours: 'any',
          schedule: null,
          cooldown_seconds: 0,
        },
        ...{ greet_after_days: null, greet_always: false, interrupts_flows: false },
        replies: [{ type: 'text', body: 'Ya' }],
        ...{ start_flow: null, hand_off: false, add_labels: [], remove_labels: [] },
      },
    }),
  );
}

const matching = (rules: readonly Rule[], text: string) =>
  finish(allMatches(finish(ruleSetOf(rules)).keyword, listen(text)));

test('a pattern that a warning names never answers, in any text', () => {
  let warnings = 0;
  fc.assert(
    fc.property(
      fc.array(RULE, { minLength: 2, maxLength: 3 }),
      fc.array(TEXT, { minLength: 5 }),
      (given, texts) => {
        const rules = rulesOf(given);
        for (const rule of rules) {
          const hidden = finish(lint(rule, rules, { isAlwaysOpen: false })).filter(
            ({ code }) => code === 'shadowed',
          );
          const patterns = new Set(hidden.flatMap((finding) => finding.patterns));
          warnings += patterns.size;
          for (const text of [...texts, ...rule.definition.patterns]) {
            const [first] = matching(rules, text);
            if (first?.rule === rule && first.pattern) expect(patterns).not.toContain(first.pattern.text);
          }
        }
      },
    ),
    { numRuns: 200, seed: 20_251_121 },
  );
  expect(warnings).toBeGreaterThan(50);
});

test('texts that are equal to people are equal to each kind of match', () => {
  fc.assert(
    fc.property(TEXT, fc.constantFrom('exact', 'word', 'contains', 'fuzzy'), (text, match) => {
      const [rule] = rulesOf([{ match, patterns: [text], priority: 1 }]);
      const said = [text, text.toUpperCase(), `  ${text}  `, `"${text}"`, text.replaceAll(' ', '  ')];
      const heard = said.filter((each) => normalise(each) === normalise(text));

      const matched = heard.map((each) => matching(rule ? [rule] : [], each).length);

      expect(matched).toEqual(heard.map(() => 1));
    }),
    { numRuns: 200, seed: 20_251_121 },
  );
});
