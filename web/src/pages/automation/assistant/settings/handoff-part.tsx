import { useTexts } from '../../../../texts/texts.ts';
import { LANGUAGES } from '../../../../texts/translate.ts';
import { Section } from '../../../../ui/card.tsx';
import { Chips } from '../../../../ui/chips.tsx';
import { Checkbox, Field, fieldProblem, Input, TextArea } from '../../../../ui/field.tsx';
import type { Draft, PartProps } from './draft.ts';

type Handoff = Draft['handoff'];
type Kind = 'texts' | 'closed_texts' | 'off_texts';

/** When staff takes over, and what the customer reads then. */
export function HandoffPart({ draft, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  const { handoff, languages } = draft;
  const change = (part: Partial<Handoff>) => set({ handoff: { ...handoff, ...part } });
  const kinds: Kind[] = handoff.enabled ? ['texts', 'closed_texts'] : ['off_texts'];
  return (
    <Section title={t('handoff')} lead={t('handoffLead')}>
      <div className="grid gap-4">
        <Checkbox
          label={t('handoffOn')}
          hint={t('handoffOnHint')}
          checked={handoff.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        {handoff.enabled && (
          <Field
            label={t('afterAbstentions')}
            hint={t('afterAbstentionsHint')}
            problem={fieldProblem(problem, 'handoff.after_abstentions')}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={10}
                className="max-w-32"
                value={handoff.after_abstentions}
                onChange={({ target }) => change({ after_abstentions: Number(target.value) })}
              />
            )}
          </Field>
        )}
        {kinds.map((kind) => (
          <fieldset key={kind} className="grid gap-2">
            <legend className="pb-1.5 text-[13px] font-medium">{t(kind)}</legend>
            <p className="text-[13px] text-faint">{t(`${kind}Hint`)}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              {languages.map((code) => (
                <OwnText
                  key={code}
                  label={LANGUAGES[code].name}
                  problem={fieldProblem(problem, `handoff.${kind}.${code}`)}
                  value={handoff[kind][code] ?? ''}
                  onValue={(text) => change({ [kind]: { ...handoff[kind], [code]: text } })}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <ComplaintWords
          words={handoff.complaint_words}
          onWords={(complaint_words) => change({ complaint_words })}
        />
      </div>
    </Section>
  );
}

interface OwnTextProps {
  label: string;
  problem: string | undefined;
  value: string;
  /** Null: the text of Kurir. */
  onValue: (text: string | null) => void;
}

function OwnText({ label, problem, value, onValue }: OwnTextProps) {
  const t = useTexts('assistant.settings');
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <TextArea
          {...control}
          maxLength={1_000}
          placeholder={t('ownText')}
          value={value}
          onChange={({ target }) => onValue(target.value === '' ? null : target.value)}
        />
      )}
    </Field>
  );
}

function ComplaintWords({
  words,
  onWords,
}: {
  words: string[] | null;
  onWords: (words: string[] | null) => void;
}) {
  const t = useTexts('assistant.settings');
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('ownComplaints')}
        hint={t('ownComplaintsHint')}
        checked={words === null}
        onChange={({ target }) => onWords(target.checked ? null : [])}
      />
      {words !== null && (
        <Field label={t('complaintWords')} className="pl-6">
          {(control) => (
            <Chips {...control} maxLength={100} values={words} onValues={(next) => onWords([...next])} />
          )}
        </Field>
      )}
    </div>
  );
}
