import { expect, test } from 'vitest';
import { MAX_VARIABLES, problemsOf, render } from './variables.ts';

const VALUES = {
  'customer.name': 'Budi Santoso',
  'customer.first_name': 'Budi',
  'customer.phone': '6281200000010',
  'agent.name': null,
  'device.label': 'Kasir',
};

test.each([
  ['Halo {{customer.name}}', 'Halo Budi Santoso', []],
  ['Halo {{ customer.first_name | Kak }}!', 'Halo Budi!', []],
  ['Salam, {{agent.name|tim kami}}', 'Salam, tim kami', []],
  ['Salam, {{agent.name}} dan {{agent.name}}', 'Salam,  dan ', ['agent.name']],
  ['{{agent.name| }}', '', ['agent.name']],
  ['{{agent.name|a|b}}', 'a|b', []],
  ['Halo {nama}, {{agent.name|tim}} di sini', 'Halo Budi Santoso, tim di sini', []],
  ['{satu} {{device.label}}{{customer.phone}}', '{satu} Kasir6281200000010', []],
])('%s becomes %s', (text, rendered, missing) => {
  expect(problemsOf(text)).toEqual([]);

  expect(render(text, VALUES)).toEqual({ text: rendered, missing });
});

test('a value with braces stays as it is', () => {
  const values = { ...VALUES, 'customer.name': '{{customer.phone}} $1 $& {{' };

  expect(render('Halo {{customer.name}}', values).text).toBe('Halo {{customer.phone}} $1 $& {{');
});

test.each([
  ['{{nama}}', 'has no variable "nama"'],
  ['{{constructor}} {{__proto__|a}}', 'has no variable "constructor"'],
  ['{{customer.name', 'has {{ without a variable and }}'],
  ['{{customer.name|{{agent.name}}}}', 'has {{ without a variable and }}'],
  ['{{agent.name}}'.repeat(MAX_VARIABLES + 1), `must have at most ${MAX_VARIABLES} variables`],
])('%s is not saved', (text, problem) => {
  expect(problemsOf(text)[0]).toContain(problem);
});
