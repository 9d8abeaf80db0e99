import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { WelcomeLine } from '../processes/welcome-line.ts';
import { framed } from './welcome-frame.ts';

const KEY = `kurir_${'k'.repeat(40)}`;
const LINK = `http://127.0.0.1:8080/app/log-in#${'l'.repeat(43)}`;
const COMMAND = `./kurir sandbox scan ${'5'.repeat(90)}`;
const WELCOME: WelcomeLine[] = [
  { text: 'Kurir is ready: http://127.0.0.1:8080', style: 'ready' },
  { text: 'Warning: it is open.', style: 'warning' },
  { text: 'Dashboard. This link logs you in:', copy: LINK, style: 'key' },
  { text: '' },
  { text: 'API key of the demo account, shown only now:', copy: KEY, style: 'key' },
  { text: '' },
  { text: '', copy: COMMAND },
];
const terminal = (columns: number, colors = false) => ({ isTTY: true, columns, hasColors: () => colors });

test('without a terminal the text stays as it is', () => {
  expect(framed(WELCOME, { isTTY: false, columns: 80 })).toBe(
    `Kurir is ready: http://127.0.0.1:8080\nWarning: it is open.\n` +
      `Dashboard. This link logs you in: ${LINK}\n\n` +
      `API key of the demo account, shown only now: ${KEY}\n\n${COMMAND}\n`,
  );
});

test.each([
  [72, 72],
  [80, 80],
  [200, 80],
  [0, 80],
])('a terminal of %i columns has rules of %i above and below, and no other border', (columns, expected) => {
  const lines = framed(WELCOME, terminal(columns)).split('\n');

  const rule = '─'.repeat(expected);
  expect(lines.slice(0, 3)).toEqual(['', rule, 'Kurir is ready: http://127.0.0.1:8080']);
  expect(lines.slice(-4)).toEqual([
    'Ctrl-C stops Kurir. The next start continues with the same data.',
    rule,
    '',
    '',
  ]);
  expect(lines).toContain(COMMAND);
});

test.each([KEY, LINK])('the key and the link have lines for themselves, once, to be copied: %s', (copy) => {
  const text = framed(WELCOME, terminal(60));

  expect(text).toContain(`:\n\n${copy}\n`);
  expect(text.split(copy)).toHaveLength(2);
});

test.each([
  './kurir account create --name Test --plan pro --sandbox',
  "KURIR_DATA_DIR=/srv/data '/srv/my programs/kurir' account create --name Test",
  "KURIR_DATA_DIR='/srv/my data' '/srv/it'\\''s here/kurir' account create --name Test",
])('a narrow terminal breaks sentences between words, and no command: %s', (create) => {
  const more = [
    { text: 'Another test account:', copy: create },
    { text: 'Read on in a browser: http://127.0.0.1:8080/' },
  ];

  const lines = framed([...WELCOME, ...more], terminal(40)).split('\n');

  expect(lines).toEqual(expect.arrayContaining([COMMAND, KEY]));
  expect(lines).toEqual(expect.arrayContaining(['Another test account:', create]));
  expect(lines).toEqual(expect.arrayContaining(['Read on in a browser:', 'http://127.0.0.1:8080/']));
  expect(lines).toEqual(
    expect.arrayContaining(['Ctrl-C stops Kurir. The next start', 'continues with the same data.']),
  );
});

test('colors change no text', () => {
  const colorful = framed(WELCOME, terminal(80, true));

  expect(colorful).toContain(`\u001b[33m${KEY}\u001b[39m`);
  expect(stripVTControlCharacters(colorful)).toBe(framed(WELCOME, terminal(80)));
});
