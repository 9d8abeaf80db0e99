import { GATEWAY_LANGUAGES } from '../../../../api/languages.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { Checkbox, Field, fieldProblem, Input, Select, TextArea } from '../../../../ui/field.tsx';
import type { Draft, PartProps } from './draft.ts';

const TONES = ['friendly', 'formal', 'neutral'] as const;
const AUTOMATIC = { answer: 0.8, clarify: 0.4 };

/** How it speaks, and how sure it has to be. */
export function SpeechPart({ draft, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  return (
    <Section title={t('speech')}>
      <div className="grid gap-4">
        <Field label={t('scope')} hint={t('scopeHint')} problem={fieldProblem(problem, 'scope')}>
          {(control) => (
            <TextArea
              {...control}
              maxLength={500}
              placeholder={t('scopeExample')}
              value={draft.scope ?? ''}
              onChange={({ target }) => set({ scope: target.value.trim() === '' ? null : target.value })}
            />
          )}
        </Field>
        <Tone {...{ draft, problem, set }} />
        <Languages {...{ draft, problem, set }} />
        <Checkbox
          label={t('introduce')}
          hint={t('introduceHint')}
          checked={draft.introduce}
          onChange={({ target }) => set({ introduce: target.checked })}
        />
        <Field
          label={t('maxLength')}
          hint={t('maxLengthHint')}
          problem={fieldProblem(problem, 'max_answer_length')}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min={100}
              max={4_000}
              className="max-w-32"
              value={draft.max_answer_length}
              onChange={({ target }) => set({ max_answer_length: Number(target.value) })}
            />
          )}
        </Field>
        <Checkbox
          label={t('automaticBands')}
          hint={t('automaticBandsHint')}
          checked={draft.bands === null}
          onChange={({ target }) => set({ bands: target.checked ? null : AUTOMATIC })}
        />
        {draft.bands && <Bands {...{ draft, problem, set }} />}
      </div>
    </Section>
  );
}

function Tone({ draft, set }: PartProps) {
  const t = useTexts('assistant.settings');
  return (
    <Field label={t('tone')} hint={t('toneHint')}>
      {(control) => (
        <Select
          {...control}
          className="max-w-60"
          value={draft.tone}
          onChange={({ target }) => set({ tone: target.value as Draft['tone'] })} // the options below
        >
          {TONES.map((tone) => (
            <option key={tone} value={tone}>
              {t(tone)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Languages({ draft, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  const toggle = (code: Draft['languages'][number], isOn: boolean) =>
    set({ languages: isOn ? [...draft.languages, code] : draft.languages.filter((each) => each !== code) });
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-[13px] font-medium">{t('languages')}</legend>
      {GATEWAY_LANGUAGES.map(([code, name]) => (
        <Checkbox
          key={code}
          label={name}
          checked={draft.languages.includes(code)}
          onChange={({ target }) => toggle(code, target.checked)}
        />
      ))}
      {fieldProblem(problem, 'languages') && (
        <p className="text-[13px] text-bad">{fieldProblem(problem, 'languages')}</p>
      )}
    </fieldset>
  );
}

function Bands({ draft, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  const bands = draft.bands ?? AUTOMATIC;
  return (
    <div className="grid gap-4 pl-6 sm:grid-cols-2">
      {(['answer', 'clarify'] as const).map((band) => (
        <Field key={band} label={t(`band_${band}`)} problem={fieldProblem(problem, `bands.${band}`)}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={100}
              step={1}
              className="max-w-32"
              value={Math.round(bands[band] * 100)}
              onChange={({ target }) => set({ bands: { ...bands, [band]: Number(target.value) / 100 } })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
