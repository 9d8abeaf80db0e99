/** Without digits, which may be a phone number. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\d{4,}/g, '#') : typeof error;
}
