import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoints } from '../../platform/lib/text.ts';
import { MAX_TEXT } from '../engines/kinds.ts';
import { createSeededRandom } from './seeded-random.ts';
import { parseTemplate, render, templateProblem } from './template.ts';

const named = (name: string) => ({ phone: '6281200000001', name, email: null, fields: {} });

/** All texts of the template for this name and the first recipients. */
function texts(template: string, nama = '', recipients = 300): string[] {
  const parsed = parseTemplate(template);
  const all = Array.from({ length: recipients }, (_, index) =>
    render(parsed, { seed: 7, index, contact: named(nama) }),
  );
  return [...new Set(all)].toSorted();
}

test.each([
  ['plain text', ['plain text']],
  ['', ['']],
  ['{a|b|c}', ['a', 'b', 'c']],
  ['{Halo|Hai} kakak', ['Hai kakak', 'Halo kakak']],
  ['{a|}', ['', 'a']],
  ['x{|}y', ['xy']],
  ['{a|{b|c}}', ['a', 'b', 'c']],
  ['{a{1|2}|b}', ['a1', 'a2', 'b']],
  ['{ a | b }', [' a ', ' b ']],
  ['{a|b}{c|d}', ['ac', 'ad', 'bc', 'bd']],
  ['{😀|😎}', ['😀', '😎']],
  ['{baris\nsatu|dua}', ['baris\nsatu', 'dua']],
])('%j becomes %j', (template, expected) => {
  expect(texts(template)).toEqual(expected.toSorted());
});

test.each([
  ['{promo}', 'braces without a bar'],
  ['{}', 'nothing in braces'],
  ['a|b', 'a bar without braces'],
  ['{a|b', 'a brace that is never closed'],
  ['a|b}', 'a brace that is never opened'],
  ['}{', 'braces in the wrong order'],
  ['{Nama} { nama } {{nama', 'a near miss of the name'],
  ['{"a": 1}', 'JSON'],
])('%j is plain text: %s', (template) => {
  expect(texts(template, 'Budi')).toEqual([template]);
});

test.each([
  ['{kode {a|b}}', ['{kode a}', '{kode b}']],
  ['{x {a|b}', ['{x a', '{x b']],
  ['{a|b}}', ['a}', 'b}']],
  ['{a {b} |c}', ['a {b} ', 'c']],
  ['{{a|b}|c', ['{a|c', '{b|c']],
])('%j has a choice only in braces with a bar at their own level', (template, expected) => {
  expect(texts(template)).toEqual(expected);
});

test.each([
  ['{{contact.kota|di sana}} {{contact.poin}}', 'Solo {x} 12'],
  ['{{contact.level|perak}}/{{contact.constructor|-}}', 'perak/-'],
  ['{{contact.name}}, {{contact.first_name}}, {{contact.phone}}', 'Budi S, Budi, 6281200000001'],
  ['{{contact.email|none}} {{ contact.kota }} {{contact.Kota}}', 'none Solo {x} {{contact.Kota}}'],
])('%j has the fields of the contact', (template, expected) => {
  const contact = { ...named('Budi S'), fields: { kota: 'Solo {x}', poin: 12 } };

  expect(render(parseTemplate(template), { seed: 1, index: 0, contact })).toBe(expected);
});

test('choices nest five levels deep; deeper braces are plain text around the name', () => {
  const five = '{1|{2|{3|{4|{5|x}}}}}';
  const six = '{1|{2|{3|{4|{5|{6|{nama}}}}}}}';

  expect(texts(five)).toEqual(['1', '2', '3', '4', '5', 'x']);
  expect(texts(six, 'Budi')).toEqual(['1', '2', '3', '4', '5', '{6|Budi}']);
});

test.each([
  ['Halo {nama}!', 'Budi', ['Halo Budi!']],
  ['Halo {nama}!', '', ['Halo !']],
  ['{nama}', '{a|b}', ['{a|b}']],
  ['{nama}', '{nama}', ['{nama}']],
  ['{nama} $& {nama}', '$&|', ['$&| $& $&|']],
  ['{{nama}|kak {nama}}', 'x|y}', ['kak x|y}', 'x|y}']],
  ['{{nama}}', 'Budi', ['{Budi}']],
  ['{nama|x}', 'Budi', ['nama', 'x']],
  ['Halo {{customer.name}}!', 'Budi Santoso', ['Halo Budi Santoso!']],
  ['Halo {{customer.first_name|Kak}}!', ' Budi  Santoso', ['Halo Budi!']],
  ['Halo {{customer.first_name|Kak}}!', '', ['Halo Kak!']],
  ['{Halo {{customer.first_name|Kak}}|Hai}', '', ['Hai', 'Halo Kak']],
  ['{{customer.phone|a}}', 'Budi', ['{a}', '{customer.phone}']],
])('%j for %j becomes %j', (template, nama, expected) => {
  expect(texts(template, nama)).toEqual(expected);
});

test('the same seed and index choose the same alternatives on any machine and in any version', () => {
  const template = parseTemplate('{a|b|c|d|e|f|g|h}{1|2|3|4|5|6|7|8|9}');
  const at = (seed: number, index: number) => render(template, { seed, index, contact: named('') });

  expect([0, 1, 2, 3, 999_999].map((index) => at(42, index))).toEqual(['f9', 'e2', 'f2', 'c1', 'b9']);
  expect([0, 1, 2 ** 32, Number.MAX_SAFE_INTEGER].map((seed) => at(seed, 5))).toEqual([
    'd3',
    'c8',
    'd7',
    'a8',
  ]);
});

test('all alternatives are equally likely over indexes and over seeds', () => {
  const COUNT = 60_000;
  const template = parseTemplate('{0|1|2|3|4|5}');
  const counts = { index: [0, 0, 0, 0, 0, 0], seed: [0, 0, 0, 0, 0, 0] };

  for (let n = 0; n < COUNT; n += 1) {
    for (const [kind, pick] of [
      ['index', { seed: 1_234_567, index: n }],
      ['seed', { seed: n, index: 0 }],
    ] as const) {
      const choice = Number(render(template, { ...pick, contact: named('') }));
      counts[kind][choice] = (counts[kind][choice] ?? 0) + 1;
    }
  }

  // Chi squared with five degrees of freedom stays below 25.7 in all but one of ten thousand cases.
  for (const each of [counts.index, counts.seed]) {
    const expected = COUNT / each.length;
    expect(each.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(25.7);
  }
});

test('the choices of one text are independent', () => {
  const COUNT = 40_000;
  const template = parseTemplate('{0|1}{0|1}');
  const pairs = new Map<string, number>();

  for (let index = 0; index < COUNT; index += 1) {
    const text = render(template, { seed: 99, index, contact: named('') });
    pairs.set(text, (pairs.get(text) ?? 0) + 1);
  }

  const squares = [...pairs.values()].map((count) => (count - COUNT / 4) ** 2 / (COUNT / 4));
  expect(pairs.size).toBe(4);
  expect(squares.reduce((sum, square) => sum + square, 0)).toBeLessThan(21.1);
});

test('each number below the count is picked, and no other', () => {
  const pick = createSeededRandom(3, 4);

  const picked = Array.from({ length: 1_000 }, () => pick(7));

  expect([...new Set(picked)].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(createSeededRandom(3, 4)(1)).toBe(0);
});

/** A template with all its texts. */
interface Enumerated {
  text: string;
  all: string[];
}

const enumerated = fc.letrec<{ node: Enumerated }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .string({ unit: fc.constantFrom('a', 'ü', '😀', ' ', '.'), maxLength: 3 })
      .map((text): Enumerated => ({ text, all: [text] })),
    fc.constant<Enumerated>({ text: '{nama}', all: ['N|{x}'] }),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map(
      (nodes): Enumerated => ({
        text: `{${nodes.map(({ text }) => text).join('|')}}`,
        all: nodes.flatMap(({ all }) => all),
      }),
    ),
    fc.tuple(tie('node'), tie('node')).map(
      ([first, second]): Enumerated => ({
        text: first.text + second.text,
        all: first.all.flatMap((start) => second.all.map((end) => start + end)),
      }),
    ),
  ),
}));

test('each rendered text is one of the possible texts', () => {
  fc.assert(
    fc.property(enumerated.node, fc.maxSafeNat(), fc.nat(), ({ text, all }, seed, index) => {
      expect(all).toContain(render(parseTemplate(text), { seed, index, contact: named('N|{x}') }));
    }),
    { numRuns: 300 },
  );
});

const messy = fc.string({
  unit: fc.oneof(fc.constantFrom('{', '}', '|', '{nama}', 'a'), fc.string()),
  maxLength: 200,
});

test('any string is a template, and no text is longer than the template with its names', () => {
  fc.assert(
    fc.property(messy, fc.string(), fc.nat(), (text, nama, seed) => {
      const rendered = render(parseTemplate(text), { seed, index: 0, contact: named(nama) });

      expect(typeof templateProblem(parseTemplate(text))).toMatch(/string|object/);
      const names = text.split('{nama}').length - 1;
      expect(rendered.length).toBeLessThanOrEqual(text.length + names * nama.length);
      expect(rendered.isWellFormed() || !(text + nama).isWellFormed()).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['open', (count: number) => '{'.repeat(count)],
  ['closed', (count: number) => '}'.repeat(count)],
  ['nested', (count: number) => '{'.repeat(count) + '}'.repeat(count)],
  ['nested with bars', (count: number) => '{|'.repeat(count) + '}'.repeat(count)],
  ['around bars', (count: number) => `{${'|'.repeat(count)}}`],
  ['in a row', (count: number) => '{a|b}'.repeat(count / 2)],
  ['of names', (count: number) => '{nama}'.repeat(count / 2)],
])('a template of 100,000 braces %s is parsed, and its text stays bounded', (_name, of) => {
  const template = parseTemplate(of(100_000));

  const text = render(template, { seed: 1, index: 1, contact: named('Budi') });

  expect(codePoints(text)).toBeLessThanOrEqual(MAX_TEXT);
  expect(() => templateProblem(template)).not.toThrow();
});

test('a name is shortened to fit the text, and never within a character', () => {
  const render1 = (template: string, nama: string) =>
    render(parseTemplate(template), { seed: 1, index: 1, contact: named(nama) });
  const text = 'x'.repeat(MAX_TEXT - 10);

  expect(render1(`${text}{nama} 12345`, '😀😀😀😀')).toBe(`${text}😀😀😀😀 12345`);
  expect(render1(`${text}{nama} 12345`, '😀😀😀😀😀😀')).toBe(`${text}😀😀😀😀 12345`);
  expect(render1(`${text}{nama}{nama} 12345`, 'Budiman')).toBe(`${text}BuBu 12345`);
  expect(render1('{nama}'.repeat(MAX_TEXT), 'Budi')).toBe('B'.repeat(MAX_TEXT));
});

test.each([
  ['x'.repeat(MAX_TEXT), null],
  ['😀'.repeat(MAX_TEXT), null],
  [`${'x'.repeat(MAX_TEXT - 1)}{nama}`, null],
  [`${'x'.repeat(MAX_TEXT)}{nama}`, 'can become 4097 characters long, at most 4096 are allowed'],
  ['{nama}'.repeat(10_000), 'can become 10000 characters long, at most 4096 are allowed'],
  ['x'.repeat(MAX_TEXT + 1), 'can become 4097 characters long, at most 4096 are allowed'],
  [`{a|${'x'.repeat(MAX_TEXT)}}b`, 'can become 4097 characters long, at most 4096 are allowed'],
  [`{${'x'.repeat(3_000)}|${'y'.repeat(3_000)}}`, null],
  ['{nama}', null],
  ['{|}', 'must not become blank for any choice of alternatives'],
  ['{a| } ', 'must not become blank for any choice of alternatives'],
  ['{a|{nama}}', null],
])('a template is checked before the first message', (template, problem) => {
  expect(templateProblem(parseTemplate(template))).toBe(problem);
});

test('a name in an address is chosen first and spelled then, as its fallback is', () => {
  const urlOf = (nama: string) =>
    render(
      parseTemplate('{{customer.first_name|Kak & Mas}}'),
      { seed: 1, index: 0, contact: named(nama) },
      { spell: encodeURIComponent },
    );

  expect([urlOf('Budi Santoso'), urlOf('Ani&Co'), urlOf('')]).toEqual([
    'Budi',
    'Ani%26Co',
    'Kak%20%26%20Mas',
  ]);
});
