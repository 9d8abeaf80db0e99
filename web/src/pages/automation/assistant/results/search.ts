export const DAYS = [7, 30, 90] as const;
export type Days = (typeof DAYS)[number];

export interface ResultSearch {
  mode?: 'live' | 'shadow';
  days?: Days;
}

/** Reads the address. Without a mode: the mode of the settings. */
export function resultSearch({ mode, days }: Record<string, unknown>): ResultSearch {
  const known = DAYS.find((each) => each === days);
  return {
    ...((mode === 'live' || mode === 'shadow') && { mode }),
    ...(known !== undefined && known !== 7 && { days: known }),
  };
}
