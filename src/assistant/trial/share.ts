import { z } from 'zod';

/** For 95 % of such samples, the bounds have the true share. */
const Z = 1.96;

/** A share with its counts, and with the bounds that such a count allows. Null: of nothing. */
export const Share = z
  .object({
    count: z.int().meta({ examples: [41] }),
    of: z.int().meta({ examples: [100] }),
    percent: z
      .number()
      .nullable()
      .meta({ description: 'Null: of nothing.', examples: [41] }),
    low: z
      .number()
      .nullable()
      .meta({
        description:
          'The true share is between `low` and `high` in 95 of 100 cases: few messages say little.',
        examples: [31.9],
      }),
    high: z
      .number()
      .nullable()
      .meta({ examples: [50.8] }),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof Share>;

/** By the bounds of Wilson, which hold for small counts too. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, percent: null, low: null, high: null };
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const width = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const whole = 1 + Z ** 2 / of;
  return {
    count,
    of,
    percent: inPercent(share),
    low: inPercent(Math.max(0, (middle - width) / whole)),
    high: inPercent(Math.min(1, (middle + width) / whole)),
  };
}

const inPercent = (share: number) => Math.round(share * 1_000) / 10;
