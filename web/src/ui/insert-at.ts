/** The text of a field with a piece at the caret, in place of what is selected. As it is, if that is too long. */
export function insertAt(
  field: HTMLInputElement | HTMLTextAreaElement | null,
  text: string,
  { piece, max }: { piece: string; max: number },
): string {
  const at = field?.selectionStart ?? text.length;
  const to = field?.selectionEnd ?? at;
  const next = text.slice(0, at) + piece + text.slice(to);
  return next.length > max ? text : next;
}
