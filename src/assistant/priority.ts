/** Of auto-replies and triggers of flows. The lowest number comes first. */
export const MAX_PRIORITY = 1_000;
export const DEFAULT_PRIORITY = 100;
