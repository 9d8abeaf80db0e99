import { EllipsisVertical } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuCheck } from '../../../ui/menu.tsx';
import { useAct } from '../acts.ts';

/** The automation of this conversation alone. */
export function MoreMenu({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.owner');
  const act = useAct(conversation);
  const { automation_suppressed } = conversation;
  const trigger = <IconButton small label={t('more')} icon={EllipsisVertical} />;
  return (
    <Menu trigger={trigger}>
      <MenuCheck
        checked={!automation_suppressed}
        onSelect={() => act.mutate({ type: 'automation', suppressed: !automation_suppressed })}
      >
        {t('automationOn')}
      </MenuCheck>
    </Menu>
  );
}
