import { z } from 'zod';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { webUrl } from '../../../platform/lib/web-url.ts';
import { READING_PROBLEMS } from '../documents/reading/reading.ts';

/** Of an account. */
export const MAX_SITES = 20;
/** Of a site. */
export const MAX_PAGES = 200;
export const MAX_DEPTH = 10;
const DEFAULT_DEPTH = 3;
/** Addresses of a site that wait or were visited, for each page that it may have. */
export const FOUND_PER_PAGE = 5;
/** Of one walk over a site. */
export const REQUESTS_PER_PAGE = 3;
/** Sitemaps of one walk. */
export const MAX_SITEMAPS = 20;
export const MAX_WALK_BYTES = 200 * 1024 * 1024;
/** Of the text of a page that cannot be read any more. */
export const KEEP_FAILING_DAYS = 30;
/** A month. */
export const MAX_REFRESH_HOURS = 720;

export const SITE_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;
export type SiteState = (typeof SITE_STATES)[number];
export const PAGE_STATES = ['waiting', 'read', 'unreadable', 'skipped', 'removed'] as const;
export type PageState = (typeof PAGE_STATES)[number];
/** Why a page has no text, an old one, or a part of it. */
export const PAGE_PROBLEMS = [
  'http_status',
  'blocked',
  'unreachable',
  'timeout',
  'too_many_redirects',
  'other_site',
  'wrong_type',
  'too_large',
  'robots',
  'noindex',
  'duplicate',
  'limit_reached',
  ...READING_PROBLEMS,
] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];
export const SITE_PROBLEMS = [...PAGE_PROBLEMS, 'robots_unreadable', 'too_many_bytes'] as const;
export type SiteProblem = (typeof SITE_PROBLEMS)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_URL = 'https://toko.example.com/garansi';
const time = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const max_pages = z
  .int()
  .min(1)
  .max(MAX_PAGES)
  .meta({
    description:
      'More than 1: pages of the same site that the page leads to, and those of its sitemaps, are read too. ' +
      'A lower number forgets no page.',
    examples: [50],
  });
const max_depth = z
  .int()
  .min(0)
  .max(MAX_DEPTH)
  .meta({ description: 'Links from the first page to the last ones.', examples: [DEFAULT_DEPTH] });
const refresh_hours = z
  .int()
  .min(1)
  .max(MAX_REFRESH_HOURS)
  .nullable()
  .meta({ description: 'Read it again so often. Null: by a call alone.', examples: [24] });

export const AddSite = z
  .object({
    url: webUrl().meta({
      description: 'A page, or a PDF, DOCX, Markdown or text file.',
      examples: [EXAMPLE_URL],
    }),
    max_pages: max_pages.default(1),
    max_depth: max_depth.default(DEFAULT_DEPTH),
    refresh_hours: refresh_hours.default(null),
  })
  .meta({ id: 'AddKnowledgeSite' });
export type AddSite = z.infer<typeof AddSite>;

export const ChangeSite = z
  .object({ max_pages, max_depth, refresh_hours })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['max_pages'],
    error: 'is required, unless another field is given',
  })
  .meta({ id: 'ChangeKnowledgeSite', minProperties: 1 });
export type ChangeSite = z.infer<typeof ChangeSite>;

export const SiteParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the site.', examples: [EXAMPLE_UUID] }),
});

export const ListPages = z.object({
  q: requiredString(200)
    .optional()
    .meta({ description: 'Only pages with this text in the address.', examples: ['garansi'] }),
  ...pageQuery,
});
export type ListPages = z.infer<typeof ListPages>;

const PROBLEM_TEXT =
  '`http_status`: the answer has another status than 200. `blocked`: Kurir must not reach the address. ' +
  '`unreachable`, `timeout`: no answer. `too_many_redirects`; `other_site`: it leads to another site. ' +
  '`wrong_type`: no format that Kurir reads. `too_large`: more than 20 MiB. `robots`: the robots.txt forbids it. ' +
  '`noindex`: the page forbids it. `duplicate`: another page has the text. `limit_reached`: the account has no room. ' +
  'Others as those of documents.';

export const Site = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    url: z.string().meta({ format: 'uri', examples: [EXAMPLE_URL] }),
    max_pages,
    max_depth,
    refresh_hours,
    state: z.enum(SITE_STATES).meta({
      description:
        '`waiting`: for its turn. `reading`: `pages` shows how far. `ready`: the assistant answers from it. ' +
        '`failed`: nothing could be read.',
      examples: ['ready'],
    }),
    problem: z
      .enum(SITE_PROBLEMS)
      .nullable()
      .meta({
        description:
          `Why nothing, or only a part, was read. ${PROBLEM_TEXT} \`robots_unreadable\`: the server gives no ` +
          'robots.txt, and does not say that there is none. `too_many_bytes`: the pages have more than 200 MiB.',
        examples: [null],
      }),
    pages: z
      .object({
        found: count('Addresses of the site that are known.', 12),
        visited: count('In this walk, or in the last one.', 12),
        read: count('Pages that the assistant answers from.', 9),
        unreadable: count('Pages that could not be read.', 1),
        skipped: count('Pages that must not be read, or that repeat another one.', 2),
      })
      .meta({ description: 'Each is in `GET /v1/knowledge/sites/{id}/pages`.' }),
    read_at: time('The end of the last walk.'),
    next_read_at: time('When it is read again.'),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    updated_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'KnowledgeSite' });
export type Site = z.infer<typeof Site>;

export const SiteList = z
  .object({ data: z.array(Site).meta({ description: 'In the order of creation.' }) })
  .meta({ id: 'KnowledgeSiteList' });

export const SitePage = z
  .object({
    url: z.string().meta({ format: 'uri', examples: [EXAMPLE_URL] }),
    depth: count('Links from the first page.', 1),
    state: z.enum(PAGE_STATES).meta({
      description:
        '`read`: the assistant answers from it. `skipped`: it must not be read, or another page has its text. ' +
        '`removed`: its document was deleted, and it is not read again.',
      examples: ['read'],
    }),
    problem: z
      .enum(PAGE_PROBLEMS)
      .nullable()
      .meta({ description: PROBLEM_TEXT, examples: [null] }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last answer.', examples: [200] }),
    document_id: z
      .string()
      .nullable()
      .meta({ format: 'uuid', description: 'The document with its text.', examples: [EXAMPLE_UUID] }),
    checked_at: time('The last visit.'),
    failing_since: time(
      `Since then it could not be read. Its earlier text is kept for ${KEEP_FAILING_DAYS} days.`,
    ),
  })
  .meta({ id: 'KnowledgeSitePage' });
export type SitePage = z.infer<typeof SitePage>;

export const SitePageList = pageBody('KnowledgeSitePageList', SitePage);
