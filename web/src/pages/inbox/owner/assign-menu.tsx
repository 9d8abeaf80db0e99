import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Dot } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuCheck, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import type { Acting } from '../acts.ts';
import { WIDE_TEXT } from './wide-text.ts';

/** Gives conversations to a colleague. Undefined: they have several assignees. */
export function AssignMenu({ assignee, act }: { assignee: string | null | undefined; act: Acting }) {
  const t = useTexts('chat.owner');
  const me = useMe();
  const users = useQuery(presenceQuery).data?.data ?? [];
  const others = users.filter(({ id }) => id !== me.id);
  const [isOpen, setOpen] = useState(false);
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
      </div>
      <MenuLine />
      <MenuCheck checked={assignee === null} onSelect={() => assign(null)}>
        {t('nobody')}
      </MenuCheck>
    </Menu>
  );
}
