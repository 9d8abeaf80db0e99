import { expect, test } from 'vitest';
import { filledTemplate, NO_CHOICE, writtenTemplate } from './template-choice.ts';

const TEMPLATE = {
  ...{ id: 1, name: 'halo', language: 'id', status: 'approved', category: 'utility', quality: null },
  ...{ rejection: null, header: null, body: 'Halo {{constructor}}', footer: null, buttons: [], examples: {} },
  variables: [{ key: 'constructor', part: 'body' as const, type: 'text' as const, required: true }],
  sendable: true,
};

test('a value has only what the user wrote, for every name of a variable', () => {
  const none = writtenTemplate([TEMPLATE], NO_CHOICE);
  const choice = { key: 'halo (id)', values: { constructor: 'Ani' } };

  expect(none?.variables).toEqual({ constructor: '' });
  expect(filledTemplate([TEMPLATE], NO_CHOICE)).toBeNull();
  expect(filledTemplate([TEMPLATE], choice)?.variables).toEqual({ constructor: 'Ani' });
});
