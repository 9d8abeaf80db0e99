export const MAX_TEXT = 1_000;
