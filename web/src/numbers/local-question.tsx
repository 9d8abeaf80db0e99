import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { useCountryNames } from './country-names.ts';

/** What the gateway says of a number that may lack its 0. */
export interface Checked {
  input: string;
  number: string | null;
  country: string | null;
  local: { number: string; country: string | null } | null;
}

interface Props {
  asked: Checked;
  /** With a plus, so that the number is not asked about again. */
  onNumber: (number: string) => void;
}

/** Asks which number is meant before it is stored or written to. */
export function LocalQuestion({ asked: { input, number, country, local }, onNumber }: Props) {
  const t = useTexts('shared.numbers');
  const countryOf = useCountryNames();
  if (!local || number === null) return null;
  const asIs =
    country === null ? t('asIs', { number }) : t('asIsOf', { number, country: countryOf(country) });
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p>{t('question', { input, country: countryOf(local.country) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onNumber(`+${local.number}`)}>
          {t('local', { number: local.number })}
        </Button>
        <Button size="small" onClick={() => onNumber(`+${number}`)}>
          {asIs}
        </Button>
      </div>
    </div>
  );
}
