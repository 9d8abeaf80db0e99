import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { CheckField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { LinkOnce } from './link-once.tsx';

/** Ends the password at once and makes a link for a new one. An open invitation gets a new link. */
export function ResetDialog({ user, onClose }: { user: Schema<'User'>; onClose: () => void }) {
  const t = useTexts('team.page');
  const [made, setMade] = useState<Schema<'UserWithLink'> | null>(null);
  const { id, name, status, has_second_factor } = user;
  if (made) return <LinkOnce answer={made} title={t('linkFor', { name })} onClose={onClose} />;
  return (
    <FormDialog
      title={t('resetTitle', { name })}
      lead={status === 'invited' ? t('newLinkLead') : t('resetLead')}
      initial={{ remove_second_factor: false }}
      save={(body) => call('POST /users/{id}/reset', { id, body })}
      onSaved={setMade}
      changes={usersQuery.queryKey}
      action={t('makeLink')}
      onClose={onClose}
    >
      {has_second_factor && (
        <CheckField name="remove_second_factor" label={t('removeFactor')} hint={t('removeFactorHint')} />
      )}
    </FormDialog>
  );
}
