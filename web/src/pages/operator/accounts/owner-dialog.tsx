import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { OwnerInput } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import type { Account } from '../queries.ts';
import { OwnerFields } from './owner-fields.tsx';

/** Makes an owner for an account, and shows the link once. */
export function OwnerDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTexts('operator.accounts');
  const [made, setMade] = useState<Schema<'UserWithLink'> | null>(null);
  if (made) {
    const title = t('linkFor', { name: made.user.name });
    return (
      <ShownOnce title={title} lead={t('linkOnce')} secret={made.link.url} onClose={onClose}>
        <AddressWarning />
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title={t('inviteOwner')}
      lead={t('inviteOwnerLead')}
      firm
      limits={OwnerInput}
      initial={{ name: '', email: '' }}
      save={(body) => call('POST /operator/accounts/{id}/owners', { id: account.id, body })}
      onSaved={setMade}
      action={t('makeLink')}
      onClose={onClose}
    >
      <OwnerFields />
    </FormDialog>
  );
}
