/** The provider's. Phones draw 512 by 512. */
export const MAX_STICKER_BYTES = { still: 100 * 1024, animated: 500 * 1024 } as const;

/** A flag of the extended header. */
export const isAnimatedWebp = (head: Buffer): boolean =>
  head.toString('latin1', 12, 16) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;
