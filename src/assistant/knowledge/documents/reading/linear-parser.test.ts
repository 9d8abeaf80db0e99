import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../gateway/broadcasts/seeded-random.ts';
import { readHtml } from './html-format.ts';
import { createParser } from './linear-parser.ts';
import { SectionWriter } from './section-writer.ts';

/** The tags that a parser tells for a text that comes in two parts. */
function told(create: typeof createParser, html: string, xmlMode: boolean): string[] {
  const tags: string[] = [];
  const parser = create(
    {
      onopentag: (name, attributes) => tags.push(`<${name} ${Object.keys(attributes)}`),
      onclosetag: (name, isImplied) => tags.push(`${isImplied ? '(/' : '</'}${name}`),
      ontext: (text) => tags.push(text),
    },
    { xmlMode },
  );
  parser.write(html.slice(0, html.length / 2));
  parser.write(html.slice(html.length / 2));
  parser.end();
  return tags;
}

test('tags are opened and closed as the library does it, also wrong and foreign ones', () => {
  const random = createSeededRandom(7, 0);
  const names = 'div p li ul b table tr td form svg math foreignObject title select option br script'.split(
    ' ',
  );
  const tag = () => {
    const name = names[random(names.length)];
    return `<${random(2) === 0 ? '' : '/'}${name}${random(10) === 0 ? '/' : ''}>`;
  };
  const pages = Array.from({ length: 500 }, () => Array.from({ length: 40 }, tag).join('a'));

  const library = (...given: Parameters<typeof createParser>) => new Parser(...given);
  for (const page of pages) {
    for (const xmlMode of [false, true])
      expect(told(createParser, page, xmlMode)).toEqual(told(library, page, xmlMode));
  }
});

// Each tag that searches or moves the open elements makes 10^11 steps of this page.
test('a page with 300,000 open elements is read to its end', () => {
  const open = '<svg></svg>'.repeat(10) + '<b>'.repeat(300_000);
  const texts: string[] = [];
  const writer = new SectionWriter((line) => line.kind === 'section' && texts.push(line.section.text));

  readHtml(`${open}${'<p> </p></i> <a> </a>'.repeat(100_000)}<p>Akhir</p>`, writer);
  writer.flush();

  expect(texts).toEqual(['Akhir']);
});
