import { useState } from 'react';
import { call } from '../../api/call.ts';
import { InviteUser } from '../../api/limits.ts';
import type { Schema } from '../../api/schemas.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { LinkOnce } from './link-once.tsx';
import { bodyOfRights, NEW_RIGHTS, RoleFields } from './role-fields.tsx';

/** The form of an invitation, then its link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('team.page');
  const [made, setMade] = useState<Schema<'UserWithLink'> | null>(null);
  if (made)
    return <LinkOnce answer={made} title={t('invitedTitle', { name: made.user.name })} onClose={onClose} />;
  return (
    <FormDialog
      title={t('invite')}
      lead={t('inviteLead')}
      firm
      limits={InviteUser}
      initial={{ email: '', name: '', ...NEW_RIGHTS }}
      save={({ email, name, ...rights }) =>
        call('POST /invitations', { body: { email, name, ...bodyOfRights(rights) } })
      }
      onSaved={setMade}
      changes={usersQuery.queryKey}
      action={t('makeLink')}
      onClose={onClose}
    >
      <TextField name="email" type="email" label={t('email')} autoFocus />
      <TextField name="name" label={t('name')} hint={t('nameHint')} />
      <RoleFields />
    </FormDialog>
  );
}
