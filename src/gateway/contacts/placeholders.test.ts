import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import * as canned from '../../inbox/conversations/canned-replies/variables.ts';
import * as broadcasts from '../broadcasts/template.ts';
import { createField } from './fields/field.ts';
import { MAX_FALLBACK, placeholderProblem } from './placeholders.ts';

const ctx = await testContext({ cleanup: afterAll });
const account = await insertAccount(ctx);
await createField(ctx, account, 'contact', { name: 'kota', type: 'text' });
await createField(ctx, account, 'contact', { name: 'level', type: 'text' });

const contact = { phone: '6281200000001', name: 'Budi S', email: null, fields: { kota: 'Solo' } };
const values = Object.fromEntries(canned.VARIABLES.map((name) => [name, null])) as canned.Values;
const long = 'x'.repeat(MAX_FALLBACK);

const problemOf = (text: string) => placeholderProblem(ctx.db, account, [text]);

test.each([
  ['Halo {{contact.name}}', 'Halo Budi S'],
  ['Halo {{ contact.first_name }}', 'Halo Budi'],
  ['{{contact.kota |Kak}}', 'Solo'],
  ['{{\n contact.level\t| Kak }}!', 'Kak!'],
  ['{{contact.level|a|b}}', 'a|b'],
  [`{{contact.level| ${long} }}`, long],
  ['{{contact.level|}}-{{contact.email}}', '-'],
])('%j is sent as %j by broadcasts and canned replies', async (text, sent) => {
  expect([await problemOf(text), canned.problemsOf(text)]).toEqual([null, []]);

  const recipient = { seed: 1, index: 0, contact };
  expect(broadcasts.render(broadcasts.parseTemplate(text), recipient)).toBe(sent);
  expect(canned.render(text, values, { contact }).text).toBe(sent);
});

test.each([
  ['{{contact.Kota}}', 'has no variable "contact.Kota": use contact.name'],
  ['{{ contact.kota lama | Kak}}', 'has no variable "contact.kota lama"'],
  ['{{contact.}}', 'has no variable "contact."'],
  [`{{contact.${'x'.repeat(500)}}}`, `has no variable "contact.${'x'.repeat(40)}": use`],
  ['{{contact.kota|Kak {nama}}}', 'has {{contact.kota without }}'],
  ['{{contact.kota', 'has {{contact.kota without }}'],
  [`{{contact.kota|${long}x}}`, 'must have at most 100 characters after {{contact.kota|'],
])('%j is refused', async (text, problem) => {
  expect(await problemOf(text)).toContain(problem);
});
