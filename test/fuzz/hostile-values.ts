import { gzipSync } from 'node:zlib';
import { type Json, token } from './json-text.ts';

const DEEP = 5000;
/** Sizes around the body limit of 256 KiB. */
const BIG = 256 * 1024;

/** Tokens in place of any value. Some are not JSON. */
export const HOSTILE_TOKENS: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '""', '" "', '[]', '{}', '[null]', '[[]]', '"text"'],
  ...['1e400', '-1e400', '9007199254740993', '1e-400', '123456789012345678901234567890', '2147483648'],
  ...['9223372036854775808', '0.1e1', '1E5', '"1"', '"NaN"', '"Infinity"', '"2025-02-30T25:61:00Z"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\\uFEFF"', '"\\u2028"', '"\\u202E"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1,"length":-1}'],
  ...['{"$ref":"#"}', '{"toJSON":1}', '["a","a"]', `"${'x'.repeat(5000)}"`, `[${'0,'.repeat(3000)}0]`],
  ...['"00000000-0000-0000-0000-000000000000"', '"https://user:pass@example.com/"', '"javascript:alert(1)"'],
  ...[
    '"http://[::1"',
    '"http://169.254.169.254/latest"',
    '"file:///etc/passwd"',
    '"{a|{b|c"',
    '"\'; drop table x"',
  ],
  ...[
    'NaN',
    'Infinity',
    'undefined',
    '01',
    '+1',
    '.5',
    '1.',
    "'a'",
    '"\\x41"',
    '"\u0001"',
    '/**/1',
    '-',
    'tru',
  ],
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
];

/** Names with a special meaning in JavaScript. */
export const HOSTILE_NAMES: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', ''],
  ...['id', 'account_id', 'status', 'secret', 'a'.repeat(1000), 'naïve😀', 'a.b', 'a[0]', '\0'],
];

/** Values of a wrong type. */
export const STRANGERS: readonly Json[] = ['null', 'true', '17', '"text"', '[]', '{}', '[1]', '{"a":1}'].map(
  token,
);

type Bytes = Buffer<ArrayBufferLike>;

/** Changes to the bytes of a body. `n` varies the change. */
export const BYTE_CHANGES: readonly ((text: string, n: number) => Bytes)[] = [
  (text) => Buffer.from(`\uFEFF${text}`),
  (text, n) => inserted(text, n, [0xff]),
  (text, n) => inserted(text, n, [0xc0, 0x80]),
  (text, n) => inserted(text, n, [0xed, 0xa0, 0x80]),
  (text, n) => inserted(text, n, [0]),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
  (text) => Buffer.from(text, 'latin1'),
  (text, n) => Buffer.from(text).subarray(0, n % (Buffer.byteLength(text) || 1)),
  (text) => Buffer.from(`${text}${text}`),
  (text) => Buffer.from(`${text},`),
  (text) => Buffer.from(`\n\t ${text}\r\n`),
  (text) => Buffer.from(`[${text}]`),
  (text) => Buffer.from(JSON.stringify(text)),
  (text) => gzipSync(text),
  (text) => Buffer.from(text.replaceAll('"', "'")),
  (text) => Buffer.from(text.replace(/^\{/, '{/* note */')),
  (text) => Buffer.from(text.replace(/\}$/, ',}')),
  (text) => Buffer.from(text.replace(/^\{/, '{"__proto__":{"admin":true},')),
  (text) => Buffer.from(text.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},')),
  (text) => Buffer.from(text.replace(/\}$/, `,"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)),
  (text) => Buffer.from(text.replace(/\}$/, `,"deep":${'{"a":'.repeat(31)}1${'}'.repeat(31)}}`)),
  (text) => Buffer.from(text.replace(/\}$/, `,"pad":"${'x'.repeat(BIG - Buffer.byteLength(text) - 9)}"}`)),
  (text) => Buffer.from(text.replace(/\}$/, `,"pad":"${'x'.repeat(BIG)}"}`)),
  (text) => Buffer.from(text.replace(/\}$/, `,${membersNamed(2000)}}`)),
  ...['', ' ', 'null', '[]', '"text"', '17', 'true', '{', '}', '[', 'undefined', '\0', '{"a":1', '{}{}'].map(
    (text) => () => Buffer.from(text),
  ),
  () => Buffer.from('['.repeat(DEEP)),
  () => Buffer.from(`{"a":${'['.repeat(BIG)}`),
];

function inserted(text: string, n: number, bytes: number[]): Bytes {
  const good = Buffer.from(text);
  const cut = n % (good.length + 1);
  return Buffer.concat([good.subarray(0, cut), Buffer.from(bytes), good.subarray(cut)]);
}

function membersNamed(count: number): string {
  return Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(',');
}

/** Percent-encoded path segments in place of an id. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  ...[
    '%00',
    '1%00',
    '%2e%2e',
    '..',
    '.',
    '%2f',
    '..%2f..%2fetc%2fpasswd',
    '%5c',
    '%',
    '%zz',
    '%c0%80',
    '%ff',
  ],
  ...[
    '%ed%a0%80',
    '%f0%9f%98%80',
    '%u0041',
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '+1',
    '0x10',
    '%31',
    '1;2',
    '1,2',
  ],
  ...[
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999',
    'NaN',
    'null',
  ],
  ...[
    'undefined',
    '__proto__',
    'constructor',
    '%7B%7D',
    "1'--",
    "1'%20or%20'1'='1",
    '%0d%0aX-Injected:%201',
    '*',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '{00000000-0000-4000-8000-000000000000}',
    '%20',
    '%09',
    ':id',
    '%3a',
  ],
  ...['a'.repeat(256), 'a'.repeat(257), 'a'.repeat(4000), '%41'.repeat(300), 'ä', '\u{1F600}', '%EF%BB%BF1'],
];

/** Percent-encoded values of query parameters. */
export const HOSTILE_QUERY_VALUES: readonly string[] = [
  ...HOSTILE_SEGMENTS.filter((segment) => !/[#\s]/.test(segment)),
  ...['', '2', '0', '200', '201', '1000000', 'true', '[]', '{}', '%5B1%5D', '1&1', '%26', '%3d', '+', '%2b'],
];
