import { expect, test } from 'vitest';
import { checkFields } from '../platform/lib/check-fields.ts';
import { FieldErrors } from '../platform/lib/errors.ts';
import { contentSchema, maxBody } from './content.ts';
import { renderContent, textProblems, valuesFor } from './texts.ts';

const schema = contentSchema(textProblems);
const buttons = (title: string, ids = ['a']) => ({ buttons: ids.map((id) => ({ id, title })) });

test.each<[object, Record<string, string[]> | null]>([
  [{ type: 'text', body: 'Halo {{customer.name|Kak}}' }, null],
  [{ type: 'image', media_url: 'https://example.com/a.png' }, null],
  [{ type: 'button', body: 'Pilih', interactive: buttons('Ya', ['a', 'b', 'c']) }, null],
  [{ type: 'text', body: 'x'.repeat(4_097) }, { body: ['must have at most 4096 characters'] }],
  [
    { type: 'text', body: 'Salam, {{agent.name}}' },
    {
      body: [
        'has no variable "agent.name": use customer.name, customer.first_name, customer.phone, device.label',
      ],
    },
  ],
  [{ type: 'text', body: 'a\0' }, { body: ['must not contain NUL or unpaired surrogates'] }],
  [
    { type: 'button', body: 'Pilih', interactive: buttons('x'.repeat(21)) },
    { 'interactive.buttons.0.title': ['must have at most 20 characters'] },
  ],
  [
    { type: 'button', body: 'Pilih', interactive: buttons('Ya', ['a', 'b', 'c', 'd']) },
    { 'interactive.buttons': ['must have at most 3 items'] },
  ],
  [
    { type: 'button', body: 'Pilih', interactive: buttons('Ya', ['a', 'a']) },
    { interactive: ['must have each id once'] },
  ],
  [{ type: 'image', media_url: 'ftp://a' }, { media_url: ['must be an http or https URL'] }],
])('a message is checked for both engines: %j', (given, errors) => {
  const checked = checkFields<unknown>(schema, given);

  expect(checked instanceof FieldErrors ? checked.errors : null).toEqual(errors);
});

test('a variable gets its value, and a long value cuts the text', () => {
  const chat = { person_name: 'Budi Santoso', phone: '6281', device_label: 'Kasir' };
  const body = '{{customer.first_name|Kak}} {{customer.phone}} {{device.label}}';
  const long = { type: 'image' as const, body: `${'x'.repeat(1_020)}{{customer.name}}` };

  const [text, caption] = [{ type: 'text' as const, body }, long].map((content) =>
    renderContent(content, { values: valuesFor(chat), contact: null }, 'economy'),
  );

  expect(text?.body).toBe('Budi 6281 Kasir');
  expect(caption?.body).toBe(`${'x'.repeat(1_020)}Budi`);
  expect(maxBody('image')).toBe(1_024);
});
