import { useContext } from 'react';
import { fieldText } from '../../../api/problem-text.ts';
import { useLanguage } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { FormFacts } from '../../../ui/form/facts.ts';
import { AreaField } from '../../../ui/form/fields.tsx';

const ENTRY = /^ignored_phones\.(\d+)$/;
const MAX_NAMED = 5;

/** `sent`: the numbers as the gateway got them. */
export function IgnoredPart({ sent }: { sent: readonly string[] }) {
  const [t, numbers, language] = [useTexts('automation.settings'), useTexts('shared.numbers'), useLanguage()];
  const { problem } = useContext(FormFacts);
  const wrong = Object.entries(problem?.fields ?? {}).flatMap(([path, [text = '']]) => {
    const number = sent[Number(ENTRY.exec(path)?.[1])];
    return number === undefined ? [] : [`${number}: ${fieldText(text, language)}`];
  });
  return (
    <Section title={t('ignored')} lead={t('ignoredLead')}>
      <AreaField
        name="ignored_phones"
        label={t('ignoredPhones')}
        hint={t('ignoredPhonesHint')}
        {...(wrong.length > 0 && { problem: wrong.slice(0, MAX_NAMED).join(' ') })}
        rows={4}
        inputMode="tel"
        className="max-w-80 tabular-nums"
        placeholder={numbers('example')}
      />
    </Section>
  );
}
