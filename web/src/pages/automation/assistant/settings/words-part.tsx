import { Trash2 } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { ChipsField, TextField } from '../../../../ui/form/fields.tsx';
import { Rows } from '../../../../ui/form/rows.tsx';

/** Topics that only staff may answer, and words of the business. */
export function WordsPart() {
  const t = useTexts('assistant.settings');
  return (
    <>
      <Section title={t('topics')} lead={t('topicsLead')}>
        <Rows name="forbidden_topics" blank={{ name: '', words: [] }} add={t('addTopic')}>
          {(row, remove) => <Topic row={row} remove={remove} />}
        </Rows>
      </Section>
      <Section title={t('synonyms')} lead={t('synonymsLead')}>
        <Rows name="synonyms" blank={{ word: '', means: '' }} add={t('addSynonym')}>
          {(row, remove) => <Synonym row={row} remove={remove} />}
        </Rows>
      </Section>
    </>
  );
}

interface RowProps {
  row: string;
  remove: () => void;
}

function Topic({ row, remove }: RowProps) {
  const t = useTexts('assistant.settings');
  const { value: name } = useField<string>(`${row}.name`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <TextField name={`${row}.name`} label={t('topicName')} required={false} />
      <div className="max-sm:order-3 max-sm:col-span-2">
        <ChipsField name={`${row}.words`} label={t('topicWords')} />
      </div>
      <IconButton label={t('removeTopic', { name })} className="mt-6" onClick={remove} icon={Trash2} />
    </div>
  );
}

function Synonym({ row, remove }: RowProps) {
  const t = useTexts('assistant.settings');
  const { value: word } = useField<string>(`${row}.word`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
      <TextField name={`${row}.word`} label={t('word')} required={false} />
      <TextField name={`${row}.means`} label={t('means')} required={false} />
      <IconButton label={t('removeSynonym', { word })} className="mt-6" onClick={remove} icon={Trash2} />
    </div>
  );
}
