import { call } from '../../../api/call.ts';
import { SuspendOperatorAccount } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Account, showAccount } from '../queries.ts';

/** Asks why, then suspends the account. */
export function SuspendDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTexts('operator.accounts');
  return (
    <FormDialog
      title={t('suspendTitle', { name: account.name })}
      lead={t('suspendLead')}
      firm
      limits={SuspendOperatorAccount}
      initial={{ reason: '' }}
      save={(body) => call('POST /operator/accounts/{id}/suspend', { id: account.id, body })}
      onSaved={(changed) => {
        showAccount(changed);
        notify(t('didSuspend', { name: account.name }));
        onClose();
      }}
      action={t('suspend')}
      danger
      onClose={onClose}
    >
      <TextField name="reason" label={t('reason')} hint={t('reasonHint')} required />
    </FormDialog>
  );
}
