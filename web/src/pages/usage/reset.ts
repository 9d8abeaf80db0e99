/** When the month of `period`, such as `2026-11`, ends: months are those of UTC. */
export function resetOf(period: string): Date {
  const [year = 0, month = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month));
}
