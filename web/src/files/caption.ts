/** Characters of the text of a file. */
export const MAX_CAPTION = 1_024;
