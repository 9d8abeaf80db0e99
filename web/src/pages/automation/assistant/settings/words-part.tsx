import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Chips } from '../../../../ui/chips.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import type { PartProps } from './draft.ts';

const MAX_TOPICS = 50;
const MAX_SYNONYMS = 500;

/** Topics that only staff may answer, and words of the business. */
export function WordsPart(props: PartProps) {
  const t = useTexts('assistant.settings');
  return (
    <>
      <Section title={t('topics')} lead={t('topicsLead')}>
        <Topics {...props} />
      </Section>
      <Section title={t('synonyms')} lead={t('synonymsLead')}>
        <Synonyms {...props} />
      </Section>
    </>
  );
}

function Topics({ draft: { forbidden_topics: topics }, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  const change = (at: number, part: Partial<(typeof topics)[number]>) =>
    set({ forbidden_topics: topics.map((topic, place) => (place === at ? { ...topic, ...part } : topic)) });
  return (
    <div className="grid gap-4">
      {topics.map(({ name, words }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a topic has no other name while it is typed
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <Field label={t('topicName')} problem={fieldProblem(problem, `forbidden_topics.${at}.name`)}>
            {(control) => (
              <Input
                {...control}
                maxLength={100}
                value={name}
                onChange={({ target }) => change(at, { name: target.value })}
              />
            )}
          </Field>
          <Field
            label={t('topicWords')}
            className="max-sm:order-3 max-sm:col-span-2"
            problem={fieldProblem(problem, `forbidden_topics.${at}.words`)}
          >
            {(control) => (
              <Chips
                {...control}
                maxLength={100}
                values={words}
                onValues={(next) => change(at, { words: [...next] })}
              />
            )}
          </Field>
          <IconButton
            label={t('removeTopic', { name })}
            className="mt-6"
            onClick={() => set({ forbidden_topics: topics.toSpliced(at, 1) })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {topics.length < MAX_TOPICS && (
        <Button
          className="justify-self-start"
          onClick={() => set({ forbidden_topics: [...topics, { name: '', words: [] }] })}
        >
          <Plus aria-hidden />
          {t('addTopic')}
        </Button>
      )}
    </div>
  );
}

function Synonyms({ draft: { synonyms }, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  const change = (at: number, part: Partial<(typeof synonyms)[number]>) =>
    set({ synonyms: synonyms.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  return (
    <div className="grid gap-3">
      {synonyms.map(({ word, means }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other name while it is typed
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
          <Field label={t('word')} problem={fieldProblem(problem, `synonyms.${at}.word`)}>
            {(control) => (
              <Input
                {...control}
                maxLength={100}
                value={word}
                onChange={({ target }) => change(at, { word: target.value })}
              />
            )}
          </Field>
          <Field label={t('means')} problem={fieldProblem(problem, `synonyms.${at}.means`)}>
            {(control) => (
              <Input
                {...control}
                maxLength={100}
                value={means}
                onChange={({ target }) => change(at, { means: target.value })}
              />
            )}
          </Field>
          <IconButton
            label={t('removeSynonym', { word })}
            className="mt-6"
            onClick={() => set({ synonyms: synonyms.toSpliced(at, 1) })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {synonyms.length < MAX_SYNONYMS && (
        <Button
          className="justify-self-start"
          onClick={() => set({ synonyms: [...synonyms, { word: '', means: '' }] })}
        >
          <Plus aria-hidden />
          {t('addSynonym')}
        </Button>
      )}
    </div>
  );
}
