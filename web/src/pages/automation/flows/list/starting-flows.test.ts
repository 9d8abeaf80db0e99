import { expect, test } from 'vitest';
import { edgesOf } from '../../../../../../src/assistant/flows/definition/edges.ts';
import { checkDraft } from '../../../../../../src/assistant/flows/definition/problems.ts';
import { NO_PAUSE } from '../../../../../../src/assistant/test-work.ts';
import { LANGUAGES, translate } from '../../../../texts/translate.ts';
import { blankNode } from '../model/blank-node.ts';
import { NODE_TYPES, readDefinition } from '../model/definition.ts';
import { outcomesOf } from '../model/edges.ts';
import { STARTING_FLOWS, startingFlow } from './starting-flows.ts';

const KNOWN = {
  flows: new Set<string>(),
  secrets: new Set<string>(),
  fields: new Set<string>(),
  reserved: { opt_out_word: () => false, person_word: () => false },
};

const problemsOf = async (draft: object) => (await checkDraft({ ...draft }, KNOWN, NO_PAUSE)).problems;

const languages = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]; // keys of a constant

test.each(STARTING_FLOWS.filter((kind) => kind !== 'empty'))(
  'the starting flow %s can be published as it is, in every language',
  async (kind) => {
    const flows = languages.map((language) =>
      startingFlow(kind, (key, values) => translate('flows.list', language, key, values)),
    );

    expect((await Promise.all(flows.map(problemsOf))).flat()).toEqual([]);
    expect(flows.map((flow) => readDefinition(flow))).toEqual(flows);
  },
);

test('the ways out of every kind of node are those that the gateway knows', () => {
  const filled = NODE_TYPES.map((type) => ({
    ...blankNode(type, 'a'),
    ...(type === 'ask' && { answer: { kind: 'choice', choices: [{ id: '1', title: 'S' }] } }),
  }));

  const here = filled.map((node) =>
    outcomesOf(node)
      .map(({ path, isRequired }) => [path, isRequired])
      .sort(),
  );
  const there = filled.map((node) =>
    edgesOf(node.type, node)
      .map(({ path, isRequired }) => [path, isRequired])
      .sort(),
  );

  expect(here).toEqual(there);
});
