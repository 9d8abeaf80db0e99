export interface Section {
  heading: string | null;
  text: string;
  /** Of a PDF, from 1. */
  page: number | null;
}

/** Some sentences below their heading. */
export interface Passage {
  heading: string | null;
  text: string;
  /** Of a PDF, from 1: where it begins. */
  page: number | null;
}

/** As the page writes it. */
export interface PageLinks {
  hrefs: string[];
  /** Links begin there. */
  base: string | null;
  /** The address that the page says is its own. */
  canonical: string | null;
  /** `noindex` or `nofollow`. */
  isHidden: boolean;
  isDeadEnd: boolean;
  /** Of an index of sitemaps. */
  sitemaps: string[];
}

export const MAX_LINKS = 2_000;
/** In characters. */
export const MAX_LINK = 2_048;

export const NO_PAGE_LINKS: PageLinks = {
  hrefs: [],
  base: null,
  canonical: null,
  isHidden: false,
  isDeadEnd: false,
  sitemaps: [],
};

export const READING_PROBLEMS = ['broken', 'password', 'too_complex', 'no_text'] as const;
export type ReadingProblem = (typeof READING_PROBLEMS)[number];

/** A line of the child's output. */
export type ReadingLine =
  | Exclude<ParsedLine, { kind: 'section' }>
  /** `last_page`: the last one that has a part of it. */
  | { kind: 'passage'; passage: Passage; last_page: number | null };

/** What a parser tells. */
export type ParsedLine =
  | { kind: 'section'; section: Section }
  /** How far it is. */
  | { kind: 'page'; page: number; of: number }
  | { kind: 'unreadable'; page: number }
  | { kind: 'title'; title: string }
  | { kind: 'pictures'; count: number }
  | { kind: 'links'; links: PageLinks }
  | { kind: 'cut' }
  | { kind: 'end' }
  | { kind: 'failed'; problem: ReadingProblem };

export type Tell = (line: ParsedLine) => void;

export class ReadingFailed extends Error {
  override name = 'ReadingFailed';
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
