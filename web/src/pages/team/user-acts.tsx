import { useQuery } from '@tanstack/react-query';
import { Ban, KeyRound, MoreHorizontal, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { hasEnded, keysQuery } from '../../queries/keys.ts';
import { usersQuery } from '../../queries/users.ts';
import { useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.tsx';
import { useButtonAct } from '../../ui/use-button-act.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

type User = Schema<'User'>;

/** Own users, owners (for admins) and operators are changed by others. */
function useMayChange(user: User): boolean {
  const me = useMe();
  if (user.id === me.id || (user.is_operator && !me.is_operator)) return false;
  return me.role === 'owner' || user.role !== 'owner';
}

export function UserActs({ user }: { user: User }) {
  const t = useTexts('team.page');
  const [open, setOpen] = useState<'change' | 'reset' | 'disable' | 'remove' | null>(null);
  const close = () => setOpen(null);
  if (!useMayChange(user)) return null;
  const isInvited = user.status === 'invited';
  return (
    <>
      <Menu trigger={<IconButton label={t('actsOf', { name: user.name })} icon={MoreHorizontal} />}>
        <MenuItem onSelect={() => setOpen('change')} icon={Pencil}>
          {t('change')}
        </MenuItem>
        {user.status !== 'disabled' && (
          <MenuItem onSelect={() => setOpen('reset')} icon={KeyRound}>
            {isInvited ? t('newLink') : t('reset')}
          </MenuItem>
        )}
        <MenuLine />
        {user.status === 'disabled' && <EnableItem user={user} />}
        {user.status === 'active' && (
          <MenuItem danger onSelect={() => setOpen('disable')} icon={Ban}>
            {t('disable')}
          </MenuItem>
        )}
        {isInvited && (
          <MenuItem danger onSelect={() => setOpen('remove')} icon={Trash2}>
            {t('remove')}
          </MenuItem>
        )}
      </Menu>
      {open === 'change' && <UserDialog user={user} onClose={close} />}
      {open === 'reset' && <ResetDialog user={user} onClose={close} />}
      <EndDialogs user={user} open={open} onClose={close} />
    </>
  );
}

function EnableItem({ user }: { user: User }) {
  const t = useTexts('team.page');
  const enable = useButtonAct(async () => {
    await call('PATCH /users/{id}', { id: user.id, body: { status: 'active' } });
    notify(t('enabledUser', { name: user.name }));
    await queryClient.invalidateQueries(usersQuery);
  });
  return (
    <MenuItem onSelect={enable.onClick} icon={Play}>
      {t('enable')}
    </MenuItem>
  );
}

interface EndProps {
  user: User;
  open: string | null;
  onClose: () => void;
}

function EndDialogs({ user, open, onClose }: EndProps) {
  const t = useTexts('team.page');
  const remove = async () => {
    await call('DELETE /invitations/{id}', { id: user.id });
    await queryClient.invalidateQueries(usersQuery);
  };
  return (
    <>
      {open === 'disable' && <DisableDialog user={user} onClose={onClose} />}
      <Confirm
        open={open === 'remove'}
        onClose={onClose}
        title={t('removeTitle', { name: user.name })}
        lead={t('removeLead')}
        action={t('remove')}
        run={remove}
      />
    </>
  );
}

/** With the keys of the user, which would work on. */
function DisableDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts('team.page');
  const [isWithKeys, setWithKeys] = useState(false);
  const keys = useQuery(keysQuery).data?.data ?? [];
  const count = keys.filter((key) => key.user?.id === user.id && !hasEnded(key)).length;
  const disable = async () => {
    const body = { status: 'disabled', ...(isWithKeys && { revoke_api_keys: true }) } as const;
    await call('PATCH /users/{id}', { id: user.id, body });
    await Promise.all([queryClient.invalidateQueries(usersQuery), queryClient.invalidateQueries(keysQuery)]);
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('disableTitle', { name: user.name })}
      lead={t('disableLead')}
      action={t('disable')}
      run={disable}
    >
      {count > 0 && (
        <Checkbox
          label={t('revokeKeys', { count })}
          hint={t('revokeKeysHint')}
          checked={isWithKeys}
          onChange={(event) => setWithKeys(event.target.checked)}
        />
      )}
    </Confirm>
  );
}
