import { expect, test } from 'vitest';
import { FieldErrors } from '../../platform/lib/errors.ts';
import type { ProviderTemplate, TemplateContent } from '../engines/templates.ts';
import { approve } from './compose.ts';
import { fill } from './fill.ts';
import { sentTemplate } from './template-input.ts';

const PLAIN: TemplateContent = { header: null, body: 'Halo', footer: null, buttons: [], unsupported: [] };
const SHIPPED: TemplateContent = {
  header: { type: 'text', text: 'Pesanan {{1}}' },
  body: 'Halo {{1}}, pesanan {{2}} sudah dikirim.',
  footer: 'Toko Kurir',
  buttons: [
    { type: 'quick_reply', text: 'Terima kasih', url: null },
    { type: 'url', text: 'Lacak', url: 'https://example.com/{{1}}' },
    { type: 'url', text: 'Toko', url: 'https://example.com/' },
    { type: 'copy_code', text: 'Salin', url: null },
  ],
  unsupported: [],
};
const VALUES = { 'header.1': 'INV-7', '1': 'Ani', '2': 'INV-7', 'button.1': 'inv-7', 'button.3': 'HEMAT' };

const templateWith = (content: Partial<TemplateContent>, status = 'approved'): ProviderTemplate => ({
  ...{ name: 'dikirim', language: 'id', category: 'utility', status },
  content: { ...PLAIN, ...content },
});
const composed = (content: Partial<TemplateContent>, variables?: Record<string, string> | string[]) =>
  compose([templateWith(content)], { name: 'dikirim', language: 'id', variables });

const compose = (...given: Parameters<typeof approve>) => fill(approve(...given));

function problemsOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof FieldErrors) return error.errors;
    throw error;
  }
}

test('every part gets its values, and people read the text', () => {
  const { body, template, details } = composed(SHIPPED, VALUES);

  expect(body).toBe('Pesanan INV-7\n\nHalo Ani, pesanan INV-7 sudah dikirim.\n\nToko Kurir');
  expect(template).toEqual({
    name: 'dikirim',
    language: 'id',
    variables: [
      { part: 'header', kind: 'text', value: 'INV-7' },
      { part: 'body', kind: 'text', value: 'Ani' },
      { part: 'body', kind: 'text', value: 'INV-7' },
      { part: 'button', kind: 'url', index: 1, value: 'inv-7' },
      { part: 'button', kind: 'copy_code', index: 3, value: 'HEMAT' },
    ],
  });
  expect(details?.choices?.map(({ title, url, description }) => [title, url ?? description])).toEqual([
    ['Terima kasih', null],
    ['Lacak', 'https://example.com/inv-7'],
    ['Toko', 'https://example.com/'],
    ['Salin', 'HEMAT'],
  ]);
});

test('named variables keep their names, and a file its URL', () => {
  const content = { header: { type: 'image' as const }, body: '{{diskon}} untuk {{nama}}' };
  const values = { nama: 'Ani', diskon: '10 %', 'header.image': 'https://example.com/a.png' };

  const { body, template } = composed(content, values);

  expect(body).toBe('10 % untuk Ani');
  expect(template.variables).toEqual([
    { part: 'header', kind: 'image', value: 'https://example.com/a.png' },
    { part: 'body', kind: 'text', name: 'diskon', value: '10 %' },
    { part: 'body', kind: 'text', name: 'nama', value: 'Ani' },
  ]);
});

test('file and buttons beside a list are values of their parts', () => {
  const content = { ...SHIPPED, header: { type: 'image' as const } };
  const file = 'https://example.com/a.png';
  const named = compose([templateWith(content)], {
    ...{ name: 'dikirim', language: 'id', variables: ['Ani', 'INV-7'] },
    ...{ header_media_url: file, buttons: ['inv-7', 'HEMAT'] },
  });
  const { 'header.1': _, ...values } = VALUES;

  expect(named).toEqual(composed(content, { ...values, 'header.image': file }));
});

test('a stored template says what it was made of', () => {
  expect(sentTemplate(composed(SHIPPED, VALUES).template).variables).toEqual(VALUES);
  const named = { header: { type: 'text' as const, text: '{{kota}}' }, body: '{{diskon}} untuk {{nama}}' };
  const values = { 'header.kota': 'Solo', nama: 'Ani', diskon: '10 %' };
  expect(sentTemplate(composed(named, values).template).variables).toEqual(values);
});

test('a list fills the body by position, also when its text has another order', () => {
  const { body, template } = composed({ body: '{{2}} untuk {{1}}, {{1}}' }, ['Ani', 'Kopi']);

  expect(body).toBe('Kopi untuk Ani, Ani');
  expect(template.variables.map(({ value }) => value)).toEqual(['Ani', 'Kopi']);
});

test('a value that looks like a variable stays as it is', () => {
  expect(composed({ body: '{{1}} dan {{2}}' }, ['{{2}}', '$&']).body).toBe('{{2}} dan $&');
});

test.each<[string, Partial<TemplateContent>, Record<string, string> | string[] | undefined, object]>([
  ['no values', { body: '{{1}}' }, undefined, { 'template.variables.1': ['is required'] }],
  ['a blank value', { body: '{{1}}' }, [' '], { 'template.variables.1': ['is required'] }],
  [
    'a value too many',
    { body: '{{1}}' },
    ['a', 'b'],
    { 'template.variables.2': ['is not known: the template has 1'] },
  ],
  [
    'a value for a template without any',
    {},
    { nama: 'Ani' },
    { 'template.variables.nama': ['is not known: the template has no variables'] },
  ],
  [
    'a line break',
    { body: '{{1}}' },
    ['a\nb'],
    { 'template.variables.1': ['must not contain line breaks, tabs or more than four spaces in a row'] },
  ],
  [
    'a file that is no URL',
    { header: { type: 'video' } },
    { 'header.video': 'film.mp4' },
    { 'template.variables.header.video': ['must be an http or https URL'] },
  ],
  [
    'a text that is too long',
    { body: '{{1}}{{1}}{{1}}{{1}}{{1}}' },
    ['x'.repeat(1_000)],
    { 'template.variables': ['must make a text of at most 4096 characters'] },
  ],
])('%s is a field error', (_name, content, variables, errors) => {
  expect(problemsOf(() => composed(content, variables))).toEqual(errors);
});

test.each([
  ['of another name', [], 'template_not_found', /^There is no template dikirim in the language id\. List/],
  [
    'in another language',
    [
      { ...templateWith({}), language: 'en' },
      { ...templateWith({}), language: 'ms' },
    ],
    'template_not_found',
    /It exists in: en, ms\.$/,
  ],
  ['that is paused', [templateWith({}, 'paused')], 'template_not_approved', /is paused at the provider/],
  [
    'with an unknown part',
    [templateWith({ unsupported: ['carousel'] })],
    'template_not_sendable',
    /a part of the template dikirim: carousel\.$/,
  ],
])('a template %s is refused', (_name, named, code, message) => {
  const work = () => compose(named, { name: 'dikirim', language: 'id' });

  expect(work).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});

test('a button that opens a form or a catalogue needs no value, and one of products needs ids', () => {
  const flow = { flow_id: '17', flow_action: 'navigate', navigate_screen: null } as const;
  const opened = composed({ buttons: [{ type: 'flow', text: 'Isi', url: null, flow }] });
  const products = { buttons: [{ type: 'mpm', text: 'View items', url: null }] } as const;

  expect(opened.template.variables).toEqual([{ part: 'button', kind: 'flow', index: 0, value: '' }]);
  expect(sentTemplate(opened.template).variables).toEqual({});
  expect(composed(products, { 'button.0': 'A,B' }).template.variables).toEqual([
    { part: 'button', kind: 'mpm', index: 0, title: 'View items', value: 'A,B' },
  ]);
  expect(problemsOf(() => composed(products))).toEqual({ 'template.variables.button.0': ['is required'] });
  expect(problemsOf(() => composed(products, { 'button.0': 'A,,B' }))).toEqual({
    'template.variables.button.0': ['must be ids of products with commas between them'],
  });
});
