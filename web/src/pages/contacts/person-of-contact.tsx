import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { phoneText } from '../../numbers/phone-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { chatsQuery } from './queries.ts';

type Person = Schema<'Person'>;

/** The person behind a number exists once there is a conversation. Null: none yet. */
async function findPerson(phone: string): Promise<Person | null> {
  const { data } = await queryClient.fetchQuery(chatsQuery(phone));
  const [conversation] = data;
  if (!conversation) return null;
  return call('GET /people/{id}', { id: conversation.person.id });
}

/** Under which numbers a customer is one person, with merge and its undo. */
export function PersonOfContact({ phone }: { phone: string }) {
  const t = useTexts('contacts.page');
  const [isMerging, setMerging] = useState(false);
  const person = useQuery({ queryKey: ['person', phone], queryFn: () => findPerson(phone) });
  if (!person.data) return person.data === null ? <p className="text-faint">{t('noPerson')}</p> : null;
  const { identities, merged } = person.data;
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-medium">{t('person')}</h3>
      <ul className="grid gap-0.5 text-soft">
        {identities.map(({ kind, value }) => (
          <li key={`${kind} ${value}`} className="truncate tabular-nums">
            {kind === 'phone' ? phoneText(value) : t('hiddenNumber', { value })}
          </li>
        ))}
      </ul>
      {merged.map((each) => (
        <MergedLine key={each.id} person={person.data as Person} merged={each} phone={phone} />
      ))}
      <div>
        <Button size="small" onClick={() => setMerging(true)}>
          {t('merge')}
        </Button>
      </div>
      {isMerging && <MergeDialog person={person.data} phone={phone} onClose={() => setMerging(false)} />}
    </section>
  );
}

interface MergedProps {
  person: Person;
  merged: Person['merged'][number];
  phone: string;
}

function MergedLine({ person, merged, phone }: MergedProps) {
  const t = useTexts('contacts.page');
  const [isAsked, setAsked] = useState(false);
  const name = merged.name ?? merged.identities[0]?.value ?? '';
  const unmerge = async () => {
    await call('POST /people/{id}/unmerge', { id: person.id, body: { person_id: merged.id } });
    await queryClient.invalidateQueries({ queryKey: ['person', phone] });
  };
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="truncate">{t('mergedWith', { name })}</span>
      <Button size="small" onClick={() => setAsked(true)}>
        {t('unmerge')}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('unmergeTitle')}
        lead={t('unmergeLead')}
        action={t('unmerge')}
        run={unmerge}
      />
    </div>
  );
}
