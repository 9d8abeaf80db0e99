import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useContext, useId, useRef } from 'react';
import { CreateFaq } from '../../../../api/limits.ts';
import { fieldText } from '../../../../api/problem-text.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/field.tsx';
import { FormFacts, useField } from '../../../../ui/form/facts.ts';
import { questionProblems } from './pair.ts';

/** Of one answer. */
const MAX_QUESTIONS = CreateFaq.questions.maxItems;

/** Several ways to ask. Enter begins another one, and pasted lines become one each. */
export function QuestionsField() {
  const { values, entry, list, change, add, onKeyDown, onPaste } = useQuestions();
  const problems = questionProblems(values, useContext(FormFacts).problem);
  const language = useLanguage();
  const t = useTexts('assistant.faqs');
  const hintId = useId();
  return (
    <fieldset className="grid gap-2" aria-describedby={hintId}>
      <legend className="pb-1.5 text-[13px] font-medium">{t('questions')}</legend>
      <ul ref={list} className="grid gap-2">
        {values.map((question, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other name while it is typed
          <li key={place} className="grid gap-1">
            <div className="flex gap-1">
              <Input
                aria-label={t('questionNumber', { number: place + 1 })}
                aria-invalid={problems[place] === undefined ? undefined : true}
                maxLength={entry.maxLength}
                value={question}
                onChange={({ target }) => change(place, target.value)}
                onKeyDown={(event) => onKeyDown(event, place)}
                onPaste={(event) => onPaste(event, place)}
              />
              {values.length > 1 && (
                <IconButton
                  label={t('removeQuestion', { number: place + 1 })}
                  onClick={() => change(place)}
                  icon={X}
                />
              )}
            </div>
            {problems[place] && (
              <p className="text-[13px] text-bad">{fieldText(problems[place] ?? '', language)}</p>
            )}
          </li>
        ))}
      </ul>
      {values.length < MAX_QUESTIONS && (
        <Button
          kind="link"
          className="justify-self-start px-0!"
          onClick={() => add(values.length)}
          icon={Plus}
        >
          {t('addQuestion')}
        </Button>
      )}
      <p id={hintId} className="text-[13px] text-faint">
        {t('questionsHint')}
      </p>
    </fieldset>
  );
}

function useQuestions() {
  const { value: values, setValue: onValues, entry } = useField<string[]>('questions');
  const list = useRef<HTMLUListElement>(null);
  const focus = (place: number) => setTimeout(() => list.current?.querySelectorAll('input')[place]?.focus());
  const change = (place: number, ...texts: string[]) => onValues(values.toSpliced(place, 1, ...texts));
  const add = (place: number) => {
    if (values.length >= MAX_QUESTIONS) return;
    onValues(values.toSpliced(place, 0, ''));
    focus(place);
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(place + 1);
  };
  const onPaste = (event: ClipboardEvent, place: number) => {
    const lines = linesIn(event);
    if (lines.length < 2) return;
    event.preventDefault();
    const kept = values[place]?.trim() ? [values[place] ?? ''] : [];
    change(place, ...[...kept, ...lines].slice(0, MAX_QUESTIONS - values.length + 1));
  };
  return { values, entry, list, change, add, onKeyDown, onPaste };
}

const linesIn = ({ clipboardData }: ClipboardEvent) =>
  clipboardData
    .getData('text')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
