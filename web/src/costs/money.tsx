import type { Schema } from '../api/schemas.ts';
import { useFormat } from '../texts/format.ts';

/** Amounts of several currencies, which nothing adds up. */
export function Money({ amounts }: { amounts: Schema<'Cost'>['amounts'] }) {
  const format = useFormat();
  return amounts.map(({ currency, amount }) => format.amount(Number(amount), currency)).join(' + ');
}
