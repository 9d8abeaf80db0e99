import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_KINDS, normalise, prepareText } from '../matching.ts';
import { NO_PAUSE } from '../test-work.ts';
import type { Definition } from './definition.ts';
import { lint } from './lint.ts';
import { type Candidate, compiledRule, matching, type Rule, ruleSetOf } from './rule.ts';

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

async function firstOf(rules: readonly Rule[], text: string): Promise<Candidate | null> {
  const { keyword } = await ruleSetOf(rules, NO_PAUSE);
  for await (const found of matching(keyword, prepareText(text), NO_PAUSE)) return found;
  return null;
}

test('a pattern that a warning names never answers, in any text', async () => {
  let warnings = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(RULE, { minLength: 2, maxLength: 3 }),
      fc.array(TEXT, { minLength: 5 }),
      async (given, texts) => {
        const rules = rulesOf(given);
        for (const rule of rules) {
          const findings = await lint(rule, rules, { isAlwaysOpen: false }, NO_PAUSE);
          const hidden = findings.filter(({ code }) => code === 'shadowed');
          const patterns = new Set(hidden.flatMap((finding) => finding.patterns));
          warnings += patterns.size;
          for (const text of [...texts, ...rule.definition.patterns]) {
            const first = await firstOf(rules, text);
            if (first?.rule === rule && first.pattern) expect(patterns).not.toContain(first.pattern.text);
          }
        }
      },
    ),
    { numRuns: 200, seed: 20_251_121 },
  );
  expect(warnings).toBeGreaterThan(50);
});

test('texts that are equal to people are equal to each kind of match', async () => {
  await fc.assert(
    fc.asyncProperty(
      TEXT,
      fc.constantFrom('exact' as const, 'word' as const, 'contains' as const, 'fuzzy' as const),
      async (text, match) => {
        const rules = rulesOf([{ match, patterns: [text], priority: 1 }]);
        const written = [text, text.toUpperCase(), `  ${text}  `, `"${text}"`, text.replaceAll(' ', '  ')];
        const equal = written.filter((each) => normalise(each) === normalise(text));

        const found = await Promise.all(equal.map((each) => firstOf(rules, each)));

        expect(found).not.toContain(null);
      },
    ),
    { numRuns: 200, seed: 20_251_121 },
  );
});
