/** They move the cursor, reorder the text beside them, or are invisible. Customers choose names. */
export const DECEPTIVE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** Shows them as `\u001b`. Also for JSON, which has these characters inside strings only. */
export function escapeDeceptive(text: string): string {
  return text.replace(DECEPTIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Keeps the line ends of a text of several lines. Names of folders and devices may be in it. */
export function printableLines(text: string): string {
  return text.split('\n').map(escapeDeceptive).join('\n');
}
