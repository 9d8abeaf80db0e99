import { deepEqual } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { InviteUser } from '../../api/limits.ts';
import type { Schema } from '../../api/schemas.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { notify } from '../../ui/toast.tsx';
import { bodyOfRights, RoleFields } from './role-fields.tsx';

/** Name, role and devices of a colleague. */
export function UserDialog({ user, onClose }: { user: Schema<'User'>; onClose: () => void }) {
  const t = useTexts('team.page');
  // Of the moment when the dialog opened, as its fields: the list is read again meanwhile.
  const [before] = useState({ role: user.role, device_uuids: user.device_uuids ?? [] });
  return (
    <FormDialog
      title={user.name}
      lead={user.email}
      firm
      limits={InviteUser}
      initial={{ name: user.name, ...before }}
      save={({ name, ...rights }) => {
        // The gateway asks who is there before a change of rights, and not before another name.
        const hasRights = !deepEqual(rights, before);
        const body = { ...(name !== user.name && { name }), ...(hasRights && bodyOfRights(rights)) };
        return call('PATCH /users/{id}', { id: user.id, body });
      }}
      onSaved={(_, { name }) => {
        notify(t('changed', { name }));
        onClose();
      }}
      changes={usersQuery.queryKey}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} />
      <RoleFields />
    </FormDialog>
  );
}
