import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { teamsQuery } from '../../../queries/teams.ts';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Dot } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuCheck, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import type { Acting } from '../acts.ts';
import { WIDE_TEXT } from './wide-text.ts';

interface Props {
  /** Undefined: they have several. */
  assignee: string | null | undefined;
  team: string | null | undefined;
  act: Acting;
}

/** Gives conversations to a colleague, or to a team. */
export function AssignMenu({ assignee, team, act }: Props) {
  const t = useTexts('chat.owner');
  const me = useMe();
  const users = useQuery(presenceQuery).data?.data ?? [];
  const others = users.filter(({ id }) => id !== me.id);
  const [isOpen, setOpen] = useState(false);
  const teams = useQuery({ ...teamsQuery, enabled: isOpen }).data?.data ?? [];
  useShortcut('a', t('keyAssign'), () => setOpen(true));
  const assign = (name: string | null) => act.mutate({ type: 'assign', assignee: name });
  const trigger = (
    <Button size="small" title={t('assign')} disabled={act.isPending} icon={UserRoundPlus}>
      <span className={WIDE_TEXT}>{t('assign')}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      <MenuTitle>{t('assignTo')}</MenuTitle>
      <div className="max-h-[50dvh] overflow-y-auto">
        <MenuCheck checked={assignee === me.name} onSelect={() => assign(me.name)}>
          {t('toMe')}
        </MenuCheck>
        {others.map(({ id, name, present }) => (
          <MenuCheck key={id} checked={assignee === name} onSelect={() => assign(name)}>
            <span className="flex min-w-0 max-w-60 items-center gap-2">
              <Dot tone={present ? 'good' : 'neutral'} />
              <bdi className="truncate">{name}</bdi>
              <span className="sr-only">{present ? t('present') : t('absent')}</span>
            </span>
          </MenuCheck>
        ))}
        {teams.length > 0 && <MenuTitle>{t('teams')}</MenuTitle>}
        {teams.map(({ id, name }) => (
          <MenuCheck
            key={id}
            checked={team === name}
            onSelect={() => act.mutate({ type: 'assign', team: name })}
          >
            <bdi className="max-w-60 truncate">{name}</bdi>
          </MenuCheck>
        ))}
      </div>
      <MenuLine />
      <MenuCheck checked={assignee === null} onSelect={() => assign(null)}>
        {t('nobody')}
      </MenuCheck>
      {team !== null && teams.length > 0 && (
        <MenuCheck checked={false} onSelect={() => act.mutate({ type: 'assign', team: null })}>
          {t('noTeam')}
        </MenuCheck>
      )}
    </Menu>
  );
}
