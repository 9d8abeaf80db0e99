export const QUALITIES = ['green', 'yellow', 'red'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface NumberStanding {
  /** Null: unknown. */
  quality: Quality | null;
  /** Null: not read. */
  limit: MessagingLimit | null;
}

/** People without an open window in 24 hours, for all numbers of a portfolio. */
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
