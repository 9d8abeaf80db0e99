import { z } from 'zod';

const DEFAULT_PER_PAGE = 50;
export const MAX_PER_PAGE = 200;

const count = () => z.coerce.number().refine(Number.isInteger, 'must be an integer').min(1);

export const pageQuery = {
  per_page: count()
    .default(DEFAULT_PER_PAGE)
    .meta({
      type: 'integer',
      description: `Items per page, at most ${MAX_PER_PAGE}. A larger number means ${MAX_PER_PAGE}.`,
      examples: [50],
    }),
  page: count()
    .max(Number.MAX_SAFE_INTEGER)
    .default(1)
    .meta({ type: 'integer', description: 'Number of the page, from 1.', examples: [1] }),
};

/** Beside `data`. */
export const pageFields = {
  current_page: z.int().meta({ examples: [1] }),
  last_page: z.int().meta({ description: 'Number of the last page, at least 1.', examples: [3] }),
  total: z.int().meta({ description: 'Number of items on all pages.', examples: [142] }),
  per_page: z.int().meta({ examples: [50] }),
};

export interface PageQuery {
  per_page: number;
  page: number;
}

export interface Range {
  offset: number;
  limit: number;
}

export function rangeOf({ page, per_page }: PageQuery): Range {
  const limit = Math.min(per_page, MAX_PER_PAGE);
  return { offset: (page - 1) * limit, limit };
}

export function pageOf(query: PageQuery, total: number) {
  const { limit } = rangeOf(query);
  return {
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / limit)),
    total,
    per_page: limit,
  };
}
