const HOUR = 3_600_000;
const MORNING = 9;

export const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);

/** Nine o'clock of this browser. */
export function morningIn(days: number): Date {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}

/** From 1 to 7. */
export const daysToMonday = () => (8 - new Date().getDay()) % 7 || 7;
