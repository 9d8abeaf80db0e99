import { expect, test } from 'vitest';
import { checkFields } from '../../../platform/lib/check-fields.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { draftOf } from './draft.ts';
import { CreateTemplate } from './schema.ts';

const PLAIN = {
  ...{
    device_uuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d',
    name: 'promo',
    language: 'id',
    category: 'utility',
  },
  body: 'Halo.',
};
const reply = { type: 'quick_reply', text: 'Ya' };
const CODE = { category: 'authentication', body: undefined, authentication: { otp_type: 'copy_code' } };
const link = { type: 'url', text: 'Toko', url: 'https://example.com' };

/** The fields with errors. */
function fieldsOf(change: object): string[] {
  const checked = checkFields(CreateTemplate, { ...PLAIN, ...change });
  if (checked instanceof FieldErrors) return Object.keys(checked.errors);
  try {
    draftOf(checked);
    return [];
  } catch (error) {
    if (error instanceof FieldErrors) return Object.keys(error.errors);
    throw error;
  }
}

test.each<[string, object]>([
  ['a plain text', {}],
  [
    '60 characters of header and footer',
    { header: { type: 'text', text: 'x'.repeat(60) }, footer: 'x'.repeat(60) },
  ],
  ['1,024 characters of body', { body: '😀'.repeat(1_024) }],
  ['variables in another order', { body: 'Halo {{2}} dan {{1}}.', examples: { '1': 'a', '2': 'b' } }],
  ['named variables', { body: 'Halo {{nama_depan}}.', examples: { nama_depan: 'Ani' } }],
  ['a file with its handle', { header: { type: 'image', handle: '4::a' } }],
  ['ten quick replies', { buttons: Array(10).fill(reply) }],
  ['a one-time password', CODE],
  ['quick replies before two links', { buttons: [reply, reply, link, link] }],
])('the provider reviews %s', (_name, change) => {
  expect(fieldsOf(change)).toEqual([]);
});

test.each<[string, object, string]>([
  ['a name with capitals', { name: 'Promo' }, 'name'],
  ['a language of a site', { language: 'en-US' }, 'language'],
  ['another category', { category: 'service' }, 'category'],
  ['a long header', { header: { type: 'text', text: 'x'.repeat(61) } }, 'header.text'],
  ['a header with a line break', { header: { type: 'text', text: 'a\nb' } }, 'header.text'],
  [
    'two variables in the header',
    { header: { type: 'text', text: '{{1}} {{2}}' }, examples: { 'header.1': 'a', 'header.2': 'b' } },
    'header.text',
  ],
  ['a file without a handle', { header: { type: 'video' } }, 'header.handle'],
  ['no body', { body: ' ' }, 'body'],
  ['a long body', { body: 'x'.repeat(1_025) }, 'body'],
  ['a variable at the start', { body: '{{1}}, halo.', examples: { '1': 'a' } }, 'body'],
  ['a variable at the end', { body: 'Halo {{1}} ', examples: { '1': 'a' } }, 'body'],
  ['a gap between numbers', { body: 'Halo {{1}}, {{3}}.', examples: { '1': 'a', '3': 'b' } }, 'body'],
  ['numbers and names', { body: 'Halo {{1}}, {{nama}}.', examples: { '1': 'a', nama: 'b' } }, 'body'],
  ['braces that are no variable', { body: 'Halo {{Nama Depan}}.' }, 'body'],
  ['a variable in the footer', { footer: 'Toko {{1}}' }, 'footer'],
  ['a long footer', { footer: 'x'.repeat(61) }, 'footer'],
  ['eleven buttons', { buttons: Array(11).fill(reply) }, 'buttons'],
  ['three links', { buttons: [link, link, link] }, 'buttons'],
  ['a quick reply between links', { buttons: [link, reply, link] }, 'buttons'],
  ['a long label', { buttons: [{ ...reply, text: 'x'.repeat(26) }] }, 'buttons.0.text'],
  ['a variable within a URL', { buttons: [{ ...link, url: 'https://{{1}}.com' }] }, 'buttons.0.url'],
  ['a URL of an app', { buttons: [{ ...link, url: 'kurir://x' }] }, 'buttons.0.url'],
  [
    'a phone number with words',
    { buttons: [{ ...reply, type: 'phone_number', phone_number: 'satu' }] },
    'buttons.0.phone_number',
  ],
  ['a password without its settings', { ...CODE, authentication: undefined }, 'authentication'],
  ['a password with a text', { ...CODE, body: 'Kode {{1}} Anda.' }, 'body'],
  ['a promotion with settings of a password', { authentication: CODE.authentication }, 'authentication'],
  ['one tap without an app', { ...CODE, authentication: { otp_type: 'one_tap' } }, 'authentication.apps'],
  [
    '91 minutes',
    { ...CODE, authentication: { ...CODE.authentication, code_expiration_minutes: 91 } },
    'authentication.code_expiration_minutes',
  ],
  ['no example', { body: 'Halo {{1}}.' }, 'examples.1'],
  ['no example of an odd name', { body: 'Halo {{constructor}} ya.' }, 'examples.constructor'],
  ['an example of nothing', { examples: { '1': 'Ani' } }, 'examples.1'],
  [
    'a long code',
    { buttons: [{ type: 'copy_code' }], examples: { 'button.0': 'x'.repeat(16) } },
    'examples.button.0',
  ],
])('%s is an error of its field', (_name, change, field) => {
  expect(fieldsOf(change)).toContain(field);
});
