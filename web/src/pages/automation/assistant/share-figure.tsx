import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Figure } from '../../../ui/card.tsx';

/** A share with how sure it is: few messages say little. */
export function ShareFigure({ label, share }: { label: string; share: Schema<'Share'> }) {
  const [t, format] = [useTexts('assistant.page'), useFormat()];
  const { count, of, percent, low, high } = share;
  const hint = low === null || high === null ? t('shareOfNone') : t('shareHint', { count, of, low, high });
  return <Figure label={label} value={percent === null ? '–' : format.percent(percent / 100)} hint={hint} />;
}
