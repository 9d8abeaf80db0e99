/**
 * A time as a field of type `datetime-local` takes it, in the time zone of the browser. Null, or no time at all: an
 * empty field.
 */
export function toLocalInput(time: string | Date | null): string {
  const at = new Date(time ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The time of such a field for the API. An empty field gives null. What is no time, such as a year of five digits,
 * stays as it is, so that the gateway says what is wrong.
 */
export function fromLocalInput(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
