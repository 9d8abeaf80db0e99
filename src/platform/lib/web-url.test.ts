import { expect, test } from 'vitest';
import { MAX_URL, webUrl } from './web-url.ts';

const problemsOf = (value: unknown) =>
  webUrl()
    .safeParse(value)
    .error?.issues.map(({ message }) => message) ?? [];

test.each([
  'http://example.com',
  'HTTPS://Example.com:8443/a?b=c#d',
  'http://[::1]:8080/',
  'https://toko.example/katalog%20baru.pdf',
  'https://toko.example/promoção100%.pdf',
  `https://example.com/${'a'.repeat(MAX_URL - 20)}`,
])('%s is accepted', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

test.each([
  ['', 'is required'],
  ['example.com/a', 'must be an http or https URL'],
  ['ftp://example.com/a', 'must be an http or https URL'],
  ['file:///etc/passwd', 'must be an http or https URL'],
  ['javascript:alert(1)', 'must be an http or https URL'],
  ['https:example.com', 'must be an http or https URL'],
  ['https://', 'must be an http or https URL'],
  ['https://example.com/Surat Penawaran.pdf', 'must not contain blanks: write %20'],
  [' https://example.com/', 'must not contain blanks: write %20'],
  ['https://example.com/a.pdf\n', 'must not contain blanks: write %20'],
  ['https://me@example.com/', 'must not contain a user name or password'],
  ['https://:secret@example.com/', 'must not contain a user name or password'],
  [`https://example.com/${'a'.repeat(MAX_URL)}`, `must have at most ${MAX_URL} characters`],
])('%s is refused', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});
