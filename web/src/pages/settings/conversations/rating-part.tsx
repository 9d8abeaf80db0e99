import { useTexts } from '../../../texts/texts.ts';
import { LANGUAGES, type Language } from '../../../texts/translate.ts';
import { Section } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { DurationField } from '../../../ui/form/duration-field.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { AreaField, CheckField, NumberField } from '../../../ui/form/fields.tsx';
import { NEW_REQUEST, type RatingForm } from './rating-form.ts';

const CODES = Object.keys(LANGUAGES) as Language[]; // the keys of a constant

/** Whether, when and how customers are asked for a rating. */
export function RatingPart() {
  const t = useTexts('settings.page');
  const { value, setValue } = useField<RatingForm | null>('rating_request');
  return (
    <Section title={t('ratings')} lead={t('ratingsLead')}>
      <div className="grid gap-4">
        <Checkbox
          label={t('asksForRating')}
          hint={t('asksForRatingHint')}
          checked={value !== null}
          onChange={({ target }) => setValue(target.checked ? NEW_REQUEST : null)}
        />
        {value !== null && <Question saysThanks={value.says_thanks} />}
      </div>
    </Section>
  );
}

function Question({ saysThanks }: { saysThanks: boolean }) {
  const t = useTexts('settings.page');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          unit={60}
          name="rating_request.delay_minutes"
          label={t('ratingDelay')}
          hint={t('ratingDelayHint')}
        />
        <NumberField name="rating_request.pause_days" label={t('ratingPause')} hint={t('ratingPauseHint')} />
      </div>
      <Texts kind="texts" />
      <CheckField name="rating_request.says_thanks" label={t('ratingThanks')} />
      {saysThanks && <Texts kind="thanks_texts" />}
    </>
  );
}

function Texts({ kind }: { kind: 'texts' | 'thanks_texts' }) {
  const t = useTexts('settings.page');
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-[13px] font-medium">{t(`rating_${kind}`)}</legend>
      <p className="text-[13px] text-faint">{t(`rating_${kind}Hint`)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {CODES.map((code) => (
          <AreaField
            key={code}
            name={`rating_request.${kind}.${code}`}
            label={LANGUAGES[code].name}
            maxLength={1_000}
            rows={3}
            dir="auto"
            placeholder={t('ratingOwnText')}
          />
        ))}
      </div>
    </fieldset>
  );
}
