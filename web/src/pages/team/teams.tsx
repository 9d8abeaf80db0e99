import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CreateTeam } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { teamsQuery } from '../../queries/teams.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checks } from '../../ui/checks.tsx';
import { useField } from '../../ui/form/facts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { Listed } from '../../ui/listed.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Empty } from '../../ui/states.tsx';

type Team = Schema<'Team'>;
type Colleagues = readonly Pick<Schema<'User'>, 'id' | 'name' | 'status'>[];

/** Groups of users, to which chats are given. */
export function Teams({ users }: { users: Colleagues }) {
  const t = useTexts('team.page');
  const teams = useQuery(teamsQuery);
  const [open, setOpen] = useState<Team | 'new' | null>(null);
  const create = (
    <Button size="small" onClick={() => setOpen('new')} icon={Plus}>
      {t('newTeam')}
    </Button>
  );
  return (
    <section className="grid gap-3">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{t('teams')}</h2>
          <p className="max-w-prose text-soft">{t('teamsLead')}</p>
        </div>
        {create}
      </header>
      <Listed
        query={teams}
        none={<Empty icon={<Users aria-hidden />} title={t('noTeam')} lead={t('noTeamLead')} />}
      >
        {(team) => <TeamRow key={team.id} team={team} onChange={() => setOpen(team)} />}
      </Listed>
      {open !== null && (
        <TeamDialog team={open === 'new' ? null : open} users={users} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

function TeamRow({ team: { id, name, members }, onChange }: { team: Team; onChange: () => void }) {
  const t = useTexts('team.page');
  const names = members.map((each) => each.name).join(', ');
  const remove = async () => {
    await call('DELETE /teams/{id}', { id });
    await queryClient.invalidateQueries({ queryKey: teamsQuery.queryKey });
  };
  return (
    <li className="flex items-center gap-2 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-[13px] text-soft" title={names}>
          <bdi>{names || t('noMembers')}</bdi>
        </p>
      </div>
      <IconButton small label={t('changeTeam', { name })} onClick={onChange} icon={Pencil} />
      <RemoveButton
        label={t('removeTeamNamed', { name })}
        title={t('removeTeam', { name })}
        lead={t('removeTeamLead')}
        action={t('deleteTeam')}
        run={remove}
      />
    </li>
  );
}

interface DialogProps {
  /** Null: a new one. */
  team: Team | null;
  users: Colleagues;
  onClose: () => void;
}

function TeamDialog({ team, users, onClose }: DialogProps) {
  const t = useTexts('team.page');
  return (
    <FormDialog
      title={team === null ? t('newTeam') : t('changeTeam', { name: team.name })}
      limits={CreateTeam}
      initial={{ name: team?.name ?? '', member_ids: team?.members.map(({ id }) => id) ?? [] }}
      save={(body) =>
        team === null ? call('POST /teams', { body }) : call('PATCH /teams/{id}', { id: team.id, body })
      }
      changes={teamsQuery.queryKey}
      onClose={onClose}
    >
      <TextField name="name" label={t('teamName')} hint={t('teamNameHint')} />
      <Members users={users} />
    </FormDialog>
  );
}

function Members({ users }: { users: Colleagues }) {
  const t = useTexts('team.page');
  const { value, setValue, problem } = useField<readonly string[]>('member_ids');
  const items = users
    .filter(({ status }) => status !== 'disabled')
    .map(({ id, name }) => ({ id, label: name }));
  return (
    <Checks
      legend={t('members')}
      className="max-h-56 overflow-y-auto"
      {...{ items, chosen: value, onChange: setValue, problem }}
    />
  );
}
