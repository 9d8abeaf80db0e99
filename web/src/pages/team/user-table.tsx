import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/schemas.ts';
import { useMe } from '../../session/session.ts';
import { presenceQuery } from '../../shell/presence.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, Dot } from '../../ui/badge.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { UserActs } from './user-acts.tsx';

type User = Schema<'User'>;

export function UserTable({ label, users }: { label: string; users: readonly User[] }) {
  const t = useTexts('team.page');
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <Th>{t('name')}</Th>
          <Th>{t('role')}</Th>
          <Th>{t('status')}</Th>
          <Th>{t('lastLogIn')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </Table>
  );
}

function UserRow({ user }: { user: User }) {
  const [t, format] = [useTexts('team.page'), useFormat()];
  const me = useMe();
  const { name, email, role, device_uuids, last_login_at, has_second_factor, is_operator } = user;
  return (
    <tr>
      <Td className="max-w-72 min-w-52">
        <div className="flex items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="truncate font-medium" title={name}>
              <bdi>{name}</bdi>
              {user.id === me.id && <span className="font-normal text-faint"> {t('you')}</span>}
            </p>
            <p className="truncate text-[13px] text-faint" title={email}>
              {email}
            </p>
          </div>
        </div>
      </Td>
      <Td>
        {t(role)}
        {is_operator && <Badge className="ml-2">{t('operator')}</Badge>}
        {role === 'agent' && (
          <span className="block text-[13px] text-faint">
            {t('devices', { count: device_uuids?.length ?? 0 })}
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        <UserStatus user={user} />
      </Td>
      <Td className="whitespace-nowrap text-soft">
        {last_login_at === null ? (
          <span className="text-faint">{t('never')}</span>
        ) : (
          <span title={format.full(last_login_at)}>{format.ago(last_login_at)}</span>
        )}
        {has_second_factor && <span className="block text-[13px] text-faint">{t('secondFactor')}</span>}
      </Td>
      <Td className="text-right">
        <UserActs user={user} />
      </Td>
    </tr>
  );
}

function UserStatus({ user: { id, status, has_password } }: { user: User }) {
  const t = useTexts('team.page');
  const { data } = useQuery(presenceQuery);
  const presence = data?.data.find((each) => each.id === id);
  if (status === 'disabled') return <Badge tone="bad">{t('disabled')}</Badge>;
  if (status === 'invited') return <Badge tone="warn">{t('invited')}</Badge>;
  const shown = !presence?.present ? 'absent' : presence.state;
  return (
    <span className="flex items-center gap-1.5">
      <Dot tone={shown === 'available' ? 'good' : shown === 'away' ? 'warn' : 'neutral'} />
      {t(shown)}
      {!has_password && <span className="text-faint">· {t('noPassword')}</span>}
    </span>
  );
}
