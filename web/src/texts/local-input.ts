/** A time as a field of type `datetime-local` takes it, in the time zone of the browser. Null: an empty field. */
export function toLocalInput(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time of such a field for the API. An empty field gives null. */
export function fromLocalInput(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}
