import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { Field } from '../../../ui/field.tsx';
import { useField } from '../../../ui/form/facts.ts';

/** What customers write to get a person, or to end a flow. */
export function WordsPart() {
  const t = useTexts('automation.settings');
  return (
    <Section title={t('words')} lead={t('wordsLead')}>
      <div className="grid gap-6">
        {(['person_words', 'exit_words'] as const).map((name) => (
          <WordsField key={name} name={name} label={t(name)} hint={t(`${name}Hint`)} />
        ))}
      </div>
    </Section>
  );
}

interface WordsProps {
  name: string;
  label: string;
  hint: string;
}

function WordsField({ name, label, hint }: WordsProps) {
  const t = useTexts('automation.settings');
  // Null: the standard words, which the form does not know.
  const { value: words, setValue: onWords, entry, problem } = useField<string[] | null>(name);
  const [own, setOwn] = useState<string[]>([]);
  if (words === null) {
    return (
      <div className="grid justify-items-start gap-1.5">
        <span className="text-[13px] font-medium">{label}</span>
        <p className="text-soft">{t('standardAfterSaving')}</p>
        <Button
          kind="link"
          className="text-[13px]"
          aria-label={t('ownWordsOf', { label })}
          onClick={() => onWords(own)}
        >
          {t('ownWords')}
        </Button>
      </div>
    );
  }
  const toStandard = () => {
    setOwn(words);
    onWords(null);
  };
  return (
    <div className="grid justify-items-start gap-1.5">
      <Field label={label} hint={hint} problem={problem} className="w-full">
        {(control) => (
          <Chips
            {...control}
            className="max-w-80"
            maxLength={entry.maxLength}
            placeholder={t('addWord')}
            values={words}
            onValues={(next) => onWords([...next])}
          />
        )}
      </Field>
      <Button
        kind="link"
        className="text-[13px]"
        aria-label={t('standardWordsOf', { label })}
        onClick={toStandard}
      >
        {t('standardWords')}
      </Button>
    </div>
  );
}
