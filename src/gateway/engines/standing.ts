/** How customers like the messages of a number. */
export const QUALITIES = ['green', 'yellow', 'red'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface NumberStanding {
  /** Null: unknown. */
  quality: Quality | null;
  /** Null: not read. */
  limit: MessagingLimit | null;
}

/** People without an open window whom all numbers of a portfolio may write to in 24 hours. */
export interface MessagingLimit {
  /** Null: no limit. */
  perDay: number | null;
  /** Null: unknown. */
  portfolioId: string | null;
}

/** Missing: not said. */
export interface StandingReport {
  /** Null: no longer what it was. */
  quality?: Quality | null;
  /** Null: no limit. */
  perDay?: number | null;
}
