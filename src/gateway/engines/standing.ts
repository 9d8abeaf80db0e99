/** How customers like the messages of a number. */
export const QUALITIES = ['green', 'yellow', 'red'] as const;
export type Quality = (typeof QUALITIES)[number];

/** What a provider says about a number and what it allows it. */
export interface NumberStanding {
  /** Null: unknown. */
  quality: Quality | null;
  /** Null: not read. */
  limit: MessagingLimit | null;
}

/** People without an open reply window to whom all numbers of a business portfolio may write in 24 hours. */
export interface MessagingLimit {
  /** Null: no limit. */
  perDay: number | null;
  /** Null: unknown. */
  portfolioId: string | null;
}

/** What a callback says. Missing: nothing about it. */
export interface StandingReport {
  /** Null: no longer what it was. */
  quality?: Quality | null;
  /** Null: no limit. */
  perDay?: number | null;
}
