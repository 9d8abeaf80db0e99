import { UserX } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useMay } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { notify } from '../ui/toast.tsx';

interface Props {
  name: string;
  erase: () => Promise<unknown>;
  /** Leaves the page of the person. */
  onErased: () => Promise<void>;
}

/** For owners: nothing brings the data back. */
export function ErasePerson({ name, erase, onErased }: Props) {
  const t = useTexts('shared.erase');
  const [isAsked, setAsked] = useState(false);
  if (!useMay('owner')) return null;
  const run = async () => {
    await erase();
    notify(t('erasing'));
    await onErased();
    await queryClient.invalidateQueries();
  };
  return (
    <>
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
        run={run}
      />
    </>
  );
}
