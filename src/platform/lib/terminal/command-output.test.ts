import { expect, test } from 'vitest';
import { formatOutput } from './command-output.ts';

test.each([
  [
    'one object',
    { id: 1, name: 'A', at: new Date(0) },
    '{"id":1,"name":"A","at":"1970-01-01T00:00:00.000Z"}',
  ],
  ['a list', [{ id: 1 }, { id: 2 }], '{"data":[{"id":1},{"id":2}]}'],
  ['an empty list', [], '{"data":[]}'],
  ['a name with a line break', { name: 'a\nb' }, '{"name":"a\\nb"}'],
  ['a name that moves the cursor', { name: 'a\u009b2J' }, '{"name":"a\\u009b2J"}'],
  ['a name that reorders the text', { name: 'a\u202eb\ufeff' }, '{"name":"a\\u202eb\\ufeff"}'],
])('%s is one line of JSON', (_name, output, line) => {
  expect(formatOutput(output, { json: true })).toBe(line);
});

test.each([
  ['one object', { id: 1, name: 'A', none: null, on: true }, ['id    1', 'name  A', 'none  -', 'on    true']],
  [
    'a list',
    [
      { id: 1, name: 'Long name' },
      { id: 20, name: 'B' },
    ],
    ['ID  NAME', '1   Long name', '20  B'],
  ],
  ['an empty list', [], ['Nothing to list.']],
  ['a list in a field', { events: ['a', 'b'] }, ['events  ["a","b"]']],
  ['an empty list in a field', { allowed_addresses: [] }, ['allowed_addresses  -']],
  ['an error in a field', { error: { code: 'expired', message: 'Too late.' } }, ['error  expired']],
  ['a name that moves the cursor', { name: 'a\r\u001b[2Jb' }, ['name  a??[2Jb']],
  ['a text of two lines', { text: 'Yang mana?\n1. Kopi' }, ['text  Yang mana?', '      1. Kopi']],
  ['lines in a list', [{ text: 'Yang mana?\n1. Kopi' }], ['TEXT', 'Yang mana?\\n1. Kopi']],
  ['a name that reorders the columns', { name: 'a\u202eb\u2066\ufeff' }, ['name  a?b??']],
])('%s is readable text', (_name, output, lines) => {
  expect(formatOutput(output, { json: false }).split('\n')).toEqual(lines);
});

const UUID = '6a0d3a53-7c9e-4e8c-9d34-0f6a4b1f2c11';
const screen = (columns: number, paint = (_: string, text: string) => text) => ({ columns, paint });
const lines = (...[output, options]: Parameters<typeof formatOutput>) =>
  formatOutput(output, options).split('\n');

const DEVICES = [
  { device_uuid: UUID, label: 'Toko Maju Jaya Abadi Sentosa', status: 'connected', paired_at: new Date(0) },
  { device_uuid: UUID, label: 'B', status: 'banned', paired_at: null },
];

test('a table that fits is not changed for the terminal', () => {
  expect(lines(DEVICES, { json: false, screen: screen(200) })).toEqual(lines(DEVICES, { json: false }));
});

test('the action of an audit entry is not cut', () => {
  const rows = [{ action: 'account.cancelled', detail: { name: 'Toko Maju Jaya Abadi Sentosa' } }];

  expect(lines(rows, { json: false, screen: screen(32) })[1]).toMatch(/^account\.cancelled {2}\{.*…$/);
});

test.each([120, 100, 96, 88, 84, 80])(
  'a table fits into %i columns: texts are cut, ids, states and times are not',
  (columns) => {
    const [first = '', ...rest] = lines(DEVICES, { json: false, screen: screen(columns) });

    for (const line of [first, ...rest]) expect(line.length).toBeLessThanOrEqual(columns);
    expect(rest.join('\n')).toMatch(new RegExp(`^${UUID}  Toko Maju.* connected  1970-01-01[T ]00:00`, 'm'));
  },
);

test('a narrow terminal shows each row as a block', () => {
  expect(lines(DEVICES, { json: false, screen: screen(40) })).toEqual([
    `device_uuid: ${UUID}`,
    'label: Toko Maju Jaya Abadi Sentosa',
    'status: connected',
    'paired_at: 1970-01-01T00:00:00.000Z',
    '',
    `device_uuid: ${UUID}`,
    'label: B',
    'status: banned',
    'paired_at: -',
  ]);
});

test('before it shows blocks, a table leaves out the columns that its command can spare, and says so', () => {
  const spareColumns = ['paired_at', 'label'];

  expect(lines(DEVICES, { json: false, screen: screen(64), spareColumns })).toEqual(
    [
      'DEVICE'.padEnd(36),
      `${'UUID'.padEnd(36)}  LABEL            STATUS`,
      `${UUID}  Toko Maju Jaya…  connected`,
      `${UUID}  B                banned`,
      'Not shown: paired_at. A wider terminal or --json shows all.',
    ].map((line) => line.trimEnd()),
  );
});

test('the note about columns that are left out fits, too', () => {
  const spareColumns = ['label', 'paired_at', 'status'];

  const shown = lines(DEVICES, { json: false, screen: screen(38), spareColumns });

  expect(shown.slice(-3)).toEqual(
    ['Not shown: label, paired_at, status. A', 'wider terminal or --json shows all.']
      .slice(-3)
      .toSpliced(0, 0, UUID),
  );
});

test.each([
  ['wide characters', '東京ショップ', 12],
  ['combining marks', 'Cafe\u0301', 4],
  ['an emoji of several characters', '👩‍👩‍👧 toko', 7],
  ['Arabic', 'متجر', 4],
])('columns are measured in cells of the terminal: %s', (_name, name, cells) => {
  const [head, row] = lines([{ name, id: 1 }], { json: false });

  expect(head?.indexOf('ID')).toBe(Math.max(cells, 'NAME'.length) + 2);
  expect(row).toBe(`${name}  1`);
});

test('a text of wide characters is cut to the cells that are left', () => {
  const rows = [{ id: 1, name: '東京'.repeat(20) }];

  const [, row] = lines(rows, { json: false, screen: screen(30) });

  expect(row).toBe(`1   ${'東京'.repeat(6)}…`);
});

test('states have a colour beside their word, and other columns have none', () => {
  const paint = (colour: string, text: string) => `<${colour}>${text}</>`;
  const rows = [
    { name: 'failed', status: 'connected' },
    { name: 'A', status: 'failed' },
    { name: 'B', status: 'odd' },
  ];

  expect(lines(rows, { json: false, screen: screen(80, paint) })).toEqual([
    'NAME    STATUS',
    'failed  <green>connected</>',
    'A       <red>failed</>',
    'B       odd',
  ]);
  expect(lines({ status: 'disabled' }, { json: false, screen: screen(80, paint) })).toEqual([
    'status  <red>disabled</>',
  ]);
});
