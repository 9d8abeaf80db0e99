const DIGITS = 4;

/** A number that a person can say, from the id of a visitor. It tells most visitors apart. */
export function visitorNumber(id: string): string {
  const end = Number.parseInt(id.slice(-DIGITS), 16);
  return String(end % 10 ** DIGITS).padStart(DIGITS, '0');
}
