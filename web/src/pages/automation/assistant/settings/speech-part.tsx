import { GATEWAY_LANGUAGES } from '../../../../api/languages.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { Checks } from '../../../../ui/checks.tsx';
import { Checkbox, Field, Input } from '../../../../ui/field.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { AreaField, CheckField, NumberField, SelectField } from '../../../../ui/form/fields.tsx';

const TONES = ['friendly', 'formal', 'neutral'] as const;
const NAMED = GATEWAY_LANGUAGES.map(([id, label]) => ({ id, label }));
const BANDS = ['answer', 'clarify'] as const;
const AUTOMATIC = { answer: 0.8, clarify: 0.4 };

/** How it speaks, and how sure it has to be. */
export function SpeechPart() {
  const t = useTexts('assistant.settings');
  const languages = useField<readonly string[]>('languages');
  return (
    <Section title={t('speech')}>
      <div className="grid gap-4">
        <AreaField name="scope" label={t('scope')} hint={t('scopeHint')} placeholder={t('scopeExample')} />
        <SelectField
          name="tone"
          label={t('tone')}
          hint={t('toneHint')}
          className="max-w-60"
          options={TONES.map((tone) => [tone, t(tone)])}
        />
        <Checks
          legend={t('languages')}
          items={NAMED}
          chosen={languages.value}
          onChange={languages.setValue}
          problem={languages.problem}
        />
        <CheckField name="introduce" label={t('introduce')} hint={t('introduceHint')} />
        <NumberField
          name="max_answer_length"
          label={t('maxLength')}
          hint={t('maxLengthHint')}
          className="max-w-32"
        />
        <BandsField />
      </div>
    </Section>
  );
}

/** Null: as the training found. The API has them from 0 to 1, people read percents. */
function BandsField() {
  const t = useTexts('assistant.settings');
  const { value, setValue, problem } = useField<typeof AUTOMATIC | null>('bands');
  return (
    <>
      <Checkbox
        label={t('automaticBands')}
        hint={t('automaticBandsHint')}
        checked={value === null}
        onChange={({ target }) => setValue(target.checked ? null : AUTOMATIC)}
      />
      {value && (
        <div className="grid gap-4 pl-6 sm:grid-cols-2">
          {BANDS.map((band) => (
            <Field key={band} label={t(`band_${band}`)} problem={problem}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  min={0}
                  max={100}
                  step={1}
                  className="max-w-32"
                  value={Math.round(value[band] * 100)}
                  onChange={({ target }) => setValue({ ...value, [band]: Number(target.value) / 100 })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
