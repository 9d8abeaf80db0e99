import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { Input } from '../../ui/field.tsx';
import { useField } from '../../ui/form/facts.ts';
import { FormDialog } from '../../ui/form/form.tsx';
import { notify } from '../../ui/toast.tsx';
import { MIN_SEARCH } from './queries.ts';

interface Props {
  person: Schema<'Person'>;
  phone: string;
  onClose: () => void;
}

/** Chooses another person among those with a conversation, and shows both as one. */
export function MergeDialog({ person: { id }, phone, onClose }: Props) {
  const t = useTexts('contacts.page');
  return (
    <FormDialog
      title={t('merge')}
      lead={t('mergeLead')}
      initial={{ person_id: '' }}
      save={async (body) => (body.person_id === '' ? null : call('POST /people/{id}/merge', { id, body }))}
      onSaved={() => {
        notify(t('merged'));
        onClose();
      }}
      changes={['person', phone]}
      action={t('mergeNow')}
      onClose={onClose}
    >
      <OtherPerson id={id} />
    </FormDialog>
  );
}

function OtherPerson({ id: own }: { id: string }) {
  const t = useTexts('contacts.page');
  const { value: chosen, setValue } = useField<string>('person_id');
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['people', q],
    queryFn: () => call('GET /conversations', { query: { q, limit: 20 } }),
    enabled: q.length >= MIN_SEARCH,
  });
  const people = new Map((found.data?.data ?? []).map((each) => [each.person.id, each.person]));
  people.delete(own);
  return (
    <>
      <Input
        label={t('otherPerson')}
        hint={t('otherPersonHint')}
        type="search"
        required
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setValue('');
        }}
      />
      <div role="radiogroup" aria-label={t('otherPerson')} className="grid max-h-64 overflow-y-auto">
        {q.length >= MIN_SEARCH && found.data && people.size === 0 && (
          <p className="text-soft">{t('noOtherPerson')}</p>
        )}
        {[...people.values()].map(({ id, name, phone: number }) => (
          <label key={id} className="flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover">
            <input
              type="radio"
              name="person"
              required
              className="accent-accent"
              checked={chosen === id}
              onChange={() => setValue(id)}
            />
            <bdi className="truncate">{name ?? number}</bdi>
            <span className="text-soft tabular-nums">{number}</span>
          </label>
        ))}
      </div>
    </>
  );
}
