import { useTexts } from '../../../../texts/texts.ts';
import { LANGUAGES, type Language } from '../../../../texts/translate.ts';
import { Section } from '../../../../ui/card.tsx';
import { Checkbox } from '../../../../ui/field.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { AreaField, CheckField, ChipsField, NumberField } from '../../../../ui/form/fields.tsx';

/** When staff takes over, and what the customer reads then. */
export function HandoffPart() {
  const t = useTexts('assistant.settings');
  const { value: isOn } = useField<boolean>('handoff.enabled');
  const { value: languages } = useField<readonly Language[]>('languages');
  const kinds = isOn ? (['texts', 'closed_texts'] as const) : (['off_texts'] as const);
  return (
    <Section title={t('handoff')} lead={t('handoffLead')}>
      <div className="grid gap-4">
        <CheckField name="handoff.enabled" label={t('handoffOn')} hint={t('handoffOnHint')} />
        {isOn && (
          <NumberField
            name="handoff.after_abstentions"
            label={t('afterAbstentions')}
            hint={t('afterAbstentionsHint')}
            className="max-w-32"
          />
        )}
        {kinds.map((kind) => (
          <fieldset key={kind} className="grid gap-2">
            <legend className="pb-1.5 text-[13px] font-medium">{t(kind)}</legend>
            <p className="text-[13px] text-faint">{t(`${kind}Hint`)}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              {languages.map((code) => (
                <AreaField
                  key={code}
                  name={`handoff.${kind}.${code}`}
                  label={LANGUAGES[code].name}
                  maxLength={1_000}
                  placeholder={t('ownText')}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <ComplaintWords />
      </div>
    </Section>
  );
}

function ComplaintWords() {
  const t = useTexts('assistant.settings');
  const { value, setValue } = useField<readonly string[] | null>('handoff.complaint_words');
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('ownComplaints')}
        hint={t('ownComplaintsHint')}
        checked={value === null}
        onChange={({ target }) => setValue(target.checked ? null : [])}
      />
      {value !== null && (
        <div className="pl-6">
          <ChipsField name="handoff.complaint_words" label={t('complaintWords')} />
        </div>
      )}
    </div>
  );
}
