import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Tag, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { labelsQuery } from '../../../queries/labels.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { LabelBadge } from '../../../ui/label-badge.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { type Acting, useActs } from '../acts.ts';
import { AssignMenu } from '../owner/assign-menu.tsx';
import { SnoozeMenu } from '../owner/snooze-menu.tsx';

type Conversation = Schema<'Conversation'>;

const MacroMenu = lazy(() => import('../macros/macro-menu.tsx'));

interface Props {
  chosen: readonly Conversation[];
  /** Whether every loaded row is chosen. */
  isAll: boolean;
  onAll: (isAll: boolean) => void;
  onClose: () => void;
}

/** Acts on the chosen conversations. */
export default function BulkBar({ chosen, isAll, onAll, onClose }: Props) {
  const [t, owner] = [useTexts('inbox.page'), useTexts('chat.owner')];
  const act = useActs(chosen, onClose);
  const isOff = act.isPending || chosen.length === 0;
  const resolve = () => !isOff && act.mutate({ type: 'resolve' });
  const acting = { ...act, isPending: isOff };
  useShortcut('e', owner('keyResolve'), resolve, { isFirst: true });
  useShortcut('Escape', t('keyUnselect'), onClose, { isFirst: true });
  return (
    <section
      aria-label={t('selection')}
      className="@container grid gap-1.5 border-b border-line bg-accent-soft px-3 py-2"
    >
      <div className="flex items-center gap-2">
        <div className="flex-1">
          <Checkbox
            label={t('selected', { count: chosen.length })}
            checked={isAll}
            onChange={(event) => onAll(event.target.checked)}
          />
        </div>
        <IconButton small label={t('unselect')} onClick={onClose} icon={X} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <AssignMenu assignee={undefined} team={undefined} act={acting} />
        <LabelMenu act={acting} />
        <SnoozeMenu until={null} act={acting} />
        <Button size="small" title={owner('resolve')} disabled={isOff} onClick={resolve} icon={CircleCheck}>
          {owner('resolve')}
        </Button>
        <Suspense>
          <MacroMenu conversations={chosen} isFirst onDone={onClose} />
        </Suspense>
      </div>
    </section>
  );
}

function LabelMenu({ act }: { act: Acting }) {
  const t = useTexts('inbox.page');
  const labels = useQuery(labelsQuery).data?.data ?? [];
  if (labels.length === 0) return null;
  const trigger = (
    <Button size="small" disabled={act.isPending} icon={Tag} title={t('label')}>
      <span className="sr-only">{t('label')}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="max-h-[50dvh] overflow-y-auto">
        {labels.map(({ id, name, color }) => (
          <MenuItem key={id} onSelect={() => act.mutate({ type: 'labels', add: [name], remove: [] })}>
            <LabelBadge name={name} color={color} />
          </MenuItem>
        ))}
      </div>
    </Menu>
  );
}
