import type { Schema } from '../api/schemas.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/texts.ts';
import { Figure } from '../ui/card.tsx';

/** In points of 100: with a wider span the share says nothing yet. */
const WIDEST = 30;

/** A share with how sure it is, in the words of an owner. */
export function ShareFigure({ label, share }: { label: string; share: Schema<'Share'> }) {
  const [t, format] = [useTexts('shared.shares'), useFormat()];
  const { count, of, percent, low, high } = share;
  const isKnown = low !== null && high !== null && high - low <= WIDEST;
  const hint = of === 0 ? t('none') : isKnown ? t('sure', { count, of, low, high }) : t('few', { count, of });
  return <Figure label={label} value={percent === null ? '–' : format.percent(percent / 100)} hint={hint} />;
}
