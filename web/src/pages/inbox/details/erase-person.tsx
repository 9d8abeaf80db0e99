import { useNavigate } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { nameOf } from '../../../people/name.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toast.tsx';
import type { InboxSearch } from '../search.ts';

/** For owners: nothing brings the data back. */
export function ErasePerson({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.details');
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [name, { id }] = [nameOf(conversation), conversation.person];
  if (!useMay('owner')) return null;
  const erase = async () => {
    await call('POST /people/{id}/erase', { id, body: { confirm: 'erase' } });
    notify(t('erasing'));
    await navigate({ to: '/inbox', search: (search: InboxSearch) => search });
    await queryClient.invalidateQueries();
  };
  return (
    <div className="mt-auto border-t border-line pt-4">
      <Button size="small" icon={UserX} onClick={() => setAsked(true)}>
        {t('erase')}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('eraseTitle', { name })}
        lead={t('eraseLead')}
        action={t('erase')}
        word={t('eraseWord')}
        run={erase}
      />
    </div>
  );
}
