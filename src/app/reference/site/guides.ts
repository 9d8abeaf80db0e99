import { readdir, readFile } from 'node:fs/promises';
import { escapeHtml } from '../../../platform/lib/http/html.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import { framed } from './html.ts';
import type { Rendered } from './markdown.ts';
import { WORDS, type Words } from './words.ts';

const FOLDER = new URL('../../../../docs/', import.meta.url);
/** For people who work on Kurir. */
const INTERNAL = new Set(['progress', 'dependencies']);

/** A guide that is in no group comes last. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  [
    'First steps',
    ['quick-start', 'dashboard', 'sending', 'receiving', 'media', 'webhooks', 'streams', 'broadcasts'],
  ],
  ['Accounts and devices', ['accounts', 'api-keys', 'official-cloud', 'device-reasons']],
  ['Sandbox', ['sandbox', 'sandbox-cloud']],
  [
    'Operation',
    [
      'running',
      'backups',
      'containers',
      'several-processes',
      'watching',
      'log-events',
      'command-line',
      'settings',
      'audit',
    ],
  ],
  ['Details', ['errors', 'error-codes', 'limits', 'idempotency', 'glossary', 'api-contract']],
];
const REST = 'More';

interface Guide extends Rendered {
  name: string;
}

export interface Guides {
  has(name: string): boolean;
  /** Undefined for an unknown guide. */
  page(name: string, language: ReaderLanguage): string | undefined;
  index(language: ReaderLanguage): string;
  /** For the address of no guide. */
  missing(language: ReaderLanguage): string;
}

/** Reads and renders all guides. They do not change while the gateway runs. */
export async function loadGuides({ hasDashboard }: { hasDashboard: boolean }): Promise<Guides> {
  const { renderMarkdown } = await import('./markdown.ts');
  const names = (await readdir(FOLDER))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .filter((name) => !INTERNAL.has(name));
  const known = new Set(names);
  const guides = await Promise.all(
    names.map(async (name): Promise<[string, Guide]> => {
      const text = await readFile(new URL(`${name}.md`, FOLDER), 'utf8');
      return [name, { name, ...renderMarkdown(text, { name, guides: known }) }];
    }),
  );
  const byName = new Map(guides);
  const groups = groupsOf(byName);
  const linksIn = (language: ReaderLanguage) => linksOf(WORDS[language], hasDashboard);
  return {
    has: (name) => byName.has(name),
    page(name, language) {
      const guide = byName.get(name);
      return guide && guidePage(guide, groups, { language, links: linksIn(language) });
    },
    index: (language) => indexPage(groups, WORDS[language].guides, { language, links: linksIn(language) }),
    missing: (language) => indexPage(groups, WORDS[language].missing, { language, links: linksIn(language) }),
  };
}

interface Reader {
  language: ReaderLanguage;
  links: ReturnType<typeof linksOf>;
}

interface Group {
  title: string;
  guides: Guide[];
}

function groupsOf(guides: ReadonlyMap<string, Guide>): Group[] {
  const rest = new Map(guides);
  const groups = GROUPS.map(([title, names]) => ({
    title,
    guides: names.flatMap((name) => {
      rest.delete(name);
      return guides.get(name) ?? [];
    }),
  }));
  return [...groups, { title: REST, guides: [...rest.values()] }].filter((group) => group.guides.length > 0);
}

function guidePage(guide: Guide, groups: readonly Group[], { language, links }: Reader): string {
  const lists = groups.map(({ title, guides }) => `<p>${escapeHtml(title)}</p>${listOf(guides, guide.name)}`);
  return framed({
    language: 'en',
    title: `${guide.title} · Kurir`,
    root: '../',
    ...links,
    main: `      <div class="reader">
        <article>
${guide.html}
        </article>
        <nav class="menu" aria-label="${escapeHtml(WORDS[language].list)}">${lists.join('')}</nav>
      </div>`,
  });
}

function indexPage(groups: readonly Group[], headline: string, { language, links }: Reader): string {
  const sections = groups.map(
    ({ title, guides }) => `        <section><h2>${escapeHtml(title)}</h2>${listOf(guides)}</section>`,
  );
  return framed({
    language,
    title: `${headline} · Kurir`,
    root: '../',
    ...links,
    main: `      <section class="hero"><h1>${escapeHtml(headline)}</h1></section>
      <div class="groups" lang="en">
${sections.join('\n')}
      </div>`,
  });
}

function linksOf({ guides, reference, openDashboard }: Words, hasDashboard: boolean) {
  return { guides, reference, dashboard: hasDashboard ? openDashboard : null, current: 'guides' as const };
}

function listOf(guides: readonly Guide[], current?: string): string {
  const items = guides.map(({ name, title }) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<li><a href="./${name}"${mark}>${escapeHtml(title)}</a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}
