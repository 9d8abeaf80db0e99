import { expect, test } from 'vitest';
import { partsOf, templateProblems } from './template.ts';

test('a text has its values in their order, with fallbacks', () => {
  expect(partsOf('Halo {{ customer.first_name | Kak }}, {{var.total}}!')).toEqual([
    'Halo ',
    { source: 'value', name: 'customer.first_name', fallback: 'Kak' },
    ', ',
    { source: 'var', name: 'total', fallback: null },
    '!',
  ]);
});

test.each([
  ['{{customer.age}}', 'has no value "customer.age"'],
  ['{{var.Nama}}', 'has no value "var.Nama"'],
  ['{{secret.key}}', 'has no value "secret.key"'],
  ['{{var.a', 'has {{ without a name and }}'],
  ['{{var.a}}'.repeat(21), 'must have at most 20 values in braces'],
])('%s is a problem', (template, problem) => {
  expect(templateProblems(template)[0]).toContain(problem);
});
