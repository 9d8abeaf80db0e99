/** Texts of the buttons that a narrow bar leaves to their pictures. Screen readers read them anyway. */
export const WIDE_TEXT = '@max-3xl:sr-only';
