/** These move the cursor, reorder text or are invisible. Customers choose names. */
export const DECEPTIVE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** As `\u001b`. Also for JSON. */
export function escapeDeceptive(text: string): string {
  return text.replace(DECEPTIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Keeps line ends. */
export function printableLines(text: string): string {
  return text.split('\n').map(escapeDeceptive).join('\n');
}
