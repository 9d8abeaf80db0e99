import { fieldText } from '../../../api/problem-text.ts';
import { useLanguage } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, TextArea } from '../../../ui/field.tsx';
import type { PartProps } from './draft.ts';

const ENTRY = /^ignored_phones\.(\d+)$/;
const MAX_NAMED = 5;

/** `sent`: the numbers as the gateway got them. */
export function IgnoredPart({ draft, problem, set, sent }: PartProps & { sent: readonly string[] }) {
  const [t, language] = [useTexts('automation.settings'), useLanguage()];
  const wrong = Object.entries(problem?.fields ?? {}).flatMap(([path, [text = '']]) => {
    const number = sent[Number(ENTRY.exec(path)?.[1])];
    return number === undefined ? [] : [`${number}: ${fieldText(text, language)}`];
  });
  return (
    <Section title={t('ignored')} lead={t('ignoredLead')}>
      <Field
        label={t('ignoredPhones')}
        hint={t('ignoredPhonesHint')}
        problem={wrong.slice(0, MAX_NAMED).join(' ') || fieldProblem(problem, 'ignored_phones')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            inputMode="tel"
            className="max-w-80 tabular-nums"
            placeholder={'0812 3456 7890\n+62 813 9876 5432'}
            value={draft.ignored_phones}
            onChange={({ target }) => set({ ignored_phones: target.value })}
          />
        )}
      </Field>
    </Section>
  );
}
