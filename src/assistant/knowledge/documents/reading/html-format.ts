import { createParser } from './linear-parser.ts';
import { MAX_LINK, MAX_LINKS, NO_PAGE_LINKS, type PageLinks } from './reading.ts';
import type { SectionWriter } from './section-writer.ts';

/** Their text is none of the page. */
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'footer',
  'iframe',
  'object',
  'select',
  'button',
  'textarea',
  'head',
]);
const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'dd',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'form',
  'hr',
  'li',
  'main',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'tr',
  'ul',
  'summary',
  'body',
]);

interface PageFacts {
  title: string | null;
  pictures: number;
  links: PageLinks;
}

/** Names in `meta` whose words Kurir obeys. */
const ROBOTS = /^(robots|kurir)$/i;

export function readHtml(html: string, writer: SectionWriter): PageFacts {
  const reader = new HtmlReader(writer);
  const parser = createParser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  // The parser keeps all of a long text.
  for (let at = 0; at < html.length && !writer.isFull; at += 65_536)
    parser.write(html.slice(at, at + 65_536));
  parser.end();
  reader.end();
  return { title: reader.title.trim() || null, pictures: reader.pictures, links: reader.links };
}

class HtmlReader {
  title = '';
  pictures = 0;
  readonly links: PageLinks = { ...NO_PAGE_LINKS, hrefs: [] };
  readonly #writer: SectionWriter;
  #line = '';
  #skipped = 0;
  #isTitle = false;
  #heading: { level: number; text: string } | null = null;

  constructor(writer: SectionWriter) {
    this.#writer = writer;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'title') this.#isTitle = true;
    this.#note(name, attributes);
    if (name === 'img') this.pictures += 1;
    if (SKIPPED.has(name)) this.#skipped += 1;
    if (this.#skipped > 0) return;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) {
      this.#endLine();
      this.#heading = { level: Number(level), text: '' };
    } else if (BLOCKS.has(name)) this.#endLine();
    if (name === 'li') this.#line = '- ';
  }

  /** What a page says of itself and of others. */
  #note(name: string, { href = '', rel = '', content = '', ...attributes }: Record<string, string>): void {
    const { links } = this;
    const relations = rel.toLowerCase().split(/\s+/);
    if (name === 'meta' && ROBOTS.test(attributes.name ?? '')) {
      links.isHidden ||= /\b(noindex|none)\b/i.test(content);
      links.isDeadEnd ||= /\b(nofollow|none)\b/i.test(content);
    }
    if (href === '' || href.length > MAX_LINK) return;
    if (name === 'base') links.base ??= href;
    if (name === 'link' && relations.includes('canonical')) links.canonical ??= href;
    const isFollowed = name === 'a' && !relations.includes('nofollow');
    if (isFollowed && links.hrefs.length < MAX_LINKS) links.hrefs.push(href);
  }

  text(text: string): void {
    if (this.#isTitle) this.title = (this.title + text).slice(0, 1_000);
    else if (this.#skipped > 0) return;
    else if (this.#heading) this.#heading.text = (this.#heading.text + text).slice(0, 1_000);
    else this.#line += text.replace(this.#line.endsWith(' ') ? /^\s+/ : '', '').replace(/\s+/g, ' ');
  }

  close(name: string): void {
    if (name === 'title') this.#isTitle = false;
    if (SKIPPED.has(name)) {
      this.#skipped = Math.max(0, this.#skipped - 1);
      return;
    }
    if (this.#skipped > 0) return;
    if (/^h[1-6]$/.test(name) && this.#heading) {
      this.#writer.heading(this.#heading.level, this.#heading.text);
      this.#heading = null;
    } else if (name === 'td' || name === 'th') this.#line += ' | ';
    else if (BLOCKS.has(name)) this.#endLine();
  }

  end(): void {
    if (this.#heading) this.#line += this.#heading.text;
    this.#endLine();
  }

  #endLine(): void {
    const line = this.#line.replace(/\s*\|\s*$/, '');
    this.#line = '';
    if (!/^[\s|-]*$/.test(line)) this.#writer.line(line);
  }
}
