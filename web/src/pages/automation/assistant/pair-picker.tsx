import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useField } from '../../../ui/form/facts.ts';
import { Spinner } from '../../../ui/states.tsx';
import { faqsQuery } from './queries.ts';
import { SearchField } from './search-field.tsx';

const SHOWN = 8;

interface Props {
  /** The pair that came nearest. */
  candidate: { faq_id: string; question: string } | null;
  title?: string;
  /** What null means. */
  none?: string;
}

/** A new answer, or a present pair that is found by a search. */
export function PairPicker({ candidate, title, none }: Props) {
  const t = useTexts('assistant.page');
  const { value, setValue } = useField<string | null>('faq_id');
  const name = useId();
  const [text, setText] = useState('');
  const faqs = useInfiniteQuery({ ...faqsQuery(text), enabled: text !== '' });
  const found = (faqs.data?.pages[0]?.data ?? []).slice(0, SHOWN);
  const choices = [
    ...(candidate ? [{ id: candidate.faq_id, question: candidate.question, answer: '' }] : []),
    ...found
      .filter(({ id }) => id !== candidate?.faq_id)
      .map(({ id, questions: [question = ''], answer }) => ({ id, question, answer })),
  ];
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-[13px] font-medium">{title ?? t('where')}</legend>
      <label className="flex items-start gap-2.5">
        <input
          type="radio"
          name={name}
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={value === null}
          onChange={() => setValue(null)}
        />
        {none ?? t('newAnswer')}
      </label>
      {choices.map(({ id, question, answer }) => (
        <label key={id} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={value === id}
            onChange={() => setValue(id)}
          />
          <span className="grid min-w-0">
            <bdi className="wrap-anywhere">{question}</bdi>
            {answer && <bdi className="truncate text-[13px] text-faint">{answer}</bdi>}
          </span>
        </label>
      ))}
      <div className="flex items-center gap-2">
        <SearchField label={t('findPair')} value={text} onSearch={setText} />
        {faqs.isFetching && <Spinner />}
      </div>
      {text !== '' && faqs.isSuccess && found.length === 0 && <p className="text-soft">{t('noPair')}</p>}
    </fieldset>
  );
}
