import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table, Td } from '../../ui/table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Teams } from './teams.tsx';
import { UserTable } from './user-table.tsx';

/** Who works in the account, with which rights. */
export function TeamPage() {
  const t = useTexts('team.page');
  const users = useQuery(usersQuery);
  const [isInviting, setInviting] = useState(false);
  const invite = (
    <Button kind="primary" onClick={() => setInviting(true)} icon={UserPlus}>
      {t('invite')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={invite}>
      <Loaded query={users}>
        {(all) => {
          const invited = all.filter(({ status }) => status === 'invited');
          return (
            <>
              <UserTable label={t('title')} users={all.filter(({ status }) => status !== 'invited')} />
              {invited.length > 0 && (
                <section className="grid gap-3">
                  <h2 className="font-semibold">{t('invitations')}</h2>
                  <UserTable label={t('invitations')} users={invited} />
                </section>
              )}
              <Teams users={all} />
            </>
          );
        }}
      </Loaded>
      <Roles />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

const ROLES = ['agent', 'admin', 'owner'] as const;

function Roles() {
  const t = useTexts('team.page');
  return (
    <Section title={t('roles')} lead={t('rolesLead')}>
      <Table aria-label={t('roles')} head={[t('role'), t('may')]}>
        {ROLES.map((role) => (
          <tr key={role}>
            <Td className="font-medium">{t(role)}</Td>
            <Td>{t(`${role}May`)}</Td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
