import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { type Draft, draftOf } from '../draft.ts';
import { deleteRule, switchRule } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { ToHours } from '../to-hours.tsx';
import { useTrigger } from './trigger.ts';

interface Props {
  rule: Rule;
  isBusy: boolean;
  canMove: (step: -1 | 1) => boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: (draft: Draft) => void;
}

/** When a rule answers, what it says, and its acts. */
export function RuleRow({ rule, isBusy, canMove, onMove, onEdit }: Props) {
  const [t, triggerOf] = [useTexts('rules.page'), useTrigger()];
  const { id, name, enabled, replies } = rule;
  const turn = useMutation({ mutationFn: (on: boolean) => switchRule(id, on), onError: notifyProblem });
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Switch
        aria-label={t('isOn', { name })}
        checked={turn.isPending ? turn.variables : enabled}
        disabled={turn.isPending}
        onCheckedChange={(on) => turn.mutate(on)}
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <button
          type="button"
          aria-label={t('edit', { name })}
          className="justify-self-start text-left font-medium hover:underline"
          onClick={() => onEdit(draftOf(rule))}
        >
          <bdi className="line-clamp-2">{name}</bdi>
        </button>
        <p dir="auto" className="line-clamp-2 text-[13px] text-soft">
          {triggerOf(rule)}
        </p>
        {replies[0]?.body && (
          <p dir="auto" className="line-clamp-2 text-[13px] text-faint">
            {replies[0].body}
          </p>
        )}
        <NeverAnswers reason={rule.never_answers} />
        <Marks rule={rule} />
      </div>
      <div className="flex">
        <IconButton
          small
          label={t('up', { name })}
          disabled={isBusy || !canMove(-1)}
          onClick={() => onMove(-1)}
          icon={ArrowUp}
        />
        <IconButton
          small
          label={t('down', { name })}
          disabled={isBusy || !canMove(1)}
          onClick={() => onMove(1)}
          icon={ArrowDown}
        />
        <Acts rule={rule} onEdit={onEdit} />
      </div>
    </li>
  );
}

/** Stays while the rule can never answer. */
function NeverAnswers({ reason }: { reason: Rule['never_answers'] }) {
  const t = useTexts('rules.page');
  if (!reason) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
      <Badge tone="warn">{t('neverAnswers')}</Badge>
      {t(`warn_${reason}`)}
      {reason === 'no_business_hours' && <ToHours isAct />}
    </p>
  );
}

function Marks({ rule }: { rule: Rule }) {
  const t = useTexts('rules.page');
  const { kind, hours, schedule, conditions, device_uuids: devices, replies } = rule;
  const through = conditions ? conditions.entry_point_ids.length + conditions.ad_ids.length : 0;
  const marks = [
    kind !== 'away' && hours === 'open' && t('onlyOpen'),
    kind !== 'away' && hours === 'closed' && t('onlyClosed'),
    schedule && t('onlyTimes'),
    devices && t('onlyDevices', { count: devices.length }),
    conditions && through === 0 && t('onlyCustomers'),
    through > 0 && t('onlyEntries'),
    replies.length > 1 && t('replies', { count: replies.length }),
    rule.start_flow !== null && t('startsFlow'),
    rule.hand_off && t('handsOff'),
    rule.add_labels.length + rule.remove_labels.length > 0 && t('labels'),
  ].filter((mark) => typeof mark === 'string');
  if (marks.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {marks.map((mark) => (
        <Badge key={mark}>{mark}</Badge>
      ))}
    </div>
  );
}

function Acts({ rule, onEdit }: Pick<Props, 'rule' | 'onEdit'>) {
  const t = useTexts('rules.page');
  const [isAsking, setAsking] = useState(false);
  const { id, name } = rule;
  const copy = () => onEdit({ ...draftOf(rule), id: null, name: t('copyOf', { name }).slice(0, 100) });
  return (
    <>
      <Menu trigger={<IconButton small label={t('actsOf', { name })} icon={EllipsisVertical} />}>
        <MenuItem onSelect={() => onEdit(draftOf(rule))}>{t('change')}</MenuItem>
        <MenuItem onSelect={copy}>{t('copy')}</MenuItem>
        <MenuItem danger onSelect={() => setAsking(true)}>
          {t('remove')}
        </MenuItem>
      </Menu>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={<bdi>{t('removeTitle', { name })}</bdi>}
        lead={t('removeLead')}
        action={t('remove')}
        run={async () => {
          await deleteRule(id);
          notify(t('removed'));
        }}
      />
    </>
  );
}
