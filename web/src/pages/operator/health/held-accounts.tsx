import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toast.tsx';

/** After a restore: all accounts go on, with or without what was queued. */
export function HeldAccounts() {
  const t = useTexts('operator.health');
  const [asked, setAsked] = useState<'send' | 'drop' | null>(null);
  const activate = async (drop_queued: boolean) => {
    const done = await call('POST /operator/accounts/activate-held', { body: { drop_queued } });
    void queryClient.invalidateQueries({ queryKey: ['operator'] });
    notify(t('heldDone', { count: done.activated }));
  };
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button onClick={() => setAsked('drop')}>{t('heldDrop')}</Button>
      <Button onClick={() => setAsked('send')}>{t('heldSend')}</Button>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'drop' ? t('heldDrop') : t('heldSend')}
        lead={asked === 'drop' ? t('heldDropLead') : t('heldSendLead')}
        action={asked === 'drop' ? t('heldDrop') : t('heldSend')}
        run={() => activate(asked === 'drop')}
      />
    </div>
  );
}
