import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../../../platform/lib/http/html.ts';

export interface Rendered {
  /** The text of the first heading. */
  title: string;
  html: string;
}

interface Place {
  name: string;
  /** Links to other files lead nowhere in a browser, so they become text. */
  guides: ReadonlySet<string>;
}

/** HTML in the text is text. Links lead to other guides, to the API document, or to web pages. */
export function renderMarkdown(text: string, place: Place): Rendered {
  const marked = new Marked({ gfm: true, renderer: rendererOf(place) });
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? place.name;
  return { title: heading.replaceAll('`', ''), html: marked.parse(text, { async: false }) };
}

function rendererOf({ guides }: Place): RendererObject {
  const slugs = new Map<string, number>();
  return {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    image: ({ href, text }) => imageOf(href, text),
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const target = targetOf(href, guides);
      if (target === null) return inner;
      const isAway = /^https?:/.test(target);
      return `<a href="${escapeHtml(target)}"${isAway ? ' rel="noreferrer"' : ''}>${inner}</a>`;
    },
    heading({ tokens, depth, text }) {
      const inner = this.parser.parseInline(tokens);
      return `<h${depth} id="${slugOf(text, slugs)}">${inner}</h${depth}>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      const head = row(token.header, 'th');
      return `<div class="table"><table><thead>${head}</thead><tbody>\n${body}</tbody></table></div>\n`;
    },
  };
}

/** Pictures of the dashboard, which are beside the guides. Of other pictures, their text. */
function imageOf(href: string, text: string): string {
  const isOwn = /^pictures\/[a-z-]+\.png$/.test(href);
  return isOwn ? `<img src="./${href}" alt="${escapeHtml(text)}" loading="lazy">` : escapeHtml(text);
}

/** Null without a place that a browser can show. */
function targetOf(href: string, guides: ReadonlySet<string>): string | null {
  if (/^https?:\/\//.test(href) || /^#[\w-]*$/.test(href)) return href;
  if (href === 'openapi.json') return '../openapi.json';
  const [, name = '', fragment = ''] = /^(?:\.\/)?([\w-]+)\.md(#[\w-]*)?$/.exec(href) ?? [];
  return guides.has(name) ? `./${name}${fragment}` : null;
}

/** As GitHub makes them, so that links work in both places. */
function slugOf(heading: string, taken: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}
