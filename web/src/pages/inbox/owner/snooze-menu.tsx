import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '../../../shell/keyboard.ts';
import { toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import type { Acting } from '../acts.ts';
import { daysToMonday, hoursFromNow, morningIn } from './snooze-times.ts';
import { WIDE_TEXT } from './wide-text.ts';

const MAX_DAYS = 90;

/** Hides conversations until a time, or until the customer writes. */
export function SnoozeMenu({ until: present, act }: { until: string | null; act: Acting }) {
  const t = useTexts('chat.owner');
  const [isOwn, setOwn] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useShortcut('s', t('keySnooze'), () => setOpen(true));
  const snooze = (until: Date | null) => act.mutate({ type: 'snooze', until: until?.toISOString() ?? null });
  const trigger = (
    <Button size="small" title={t('snooze')} disabled={act.isPending} icon={AlarmClock}>
      <span className={WIDE_TEXT}>{t('snooze')}</span>
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger} open={isOpen} onOpenChange={setOpen}>
        <MenuItem onSelect={() => snooze(hoursFromNow(1))}>{t('snoozeHour')}</MenuItem>
        <MenuItem onSelect={() => snooze(hoursFromNow(3))}>{t('snoozeThree')}</MenuItem>
        <MenuItem onSelect={() => snooze(morningIn(1))}>{t('snoozeTomorrow')}</MenuItem>
        <MenuItem onSelect={() => snooze(morningIn(daysToMonday()))}>{t('snoozeMonday')}</MenuItem>
        <MenuItem onSelect={() => setOwn(true)}>{t('snoozeOwn')}</MenuItem>
        {present && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => snooze(null)}>{t('snoozeEnd')}</MenuItem>
          </>
        )}
      </Menu>
      {isOwn && <OwnTime onClose={() => setOwn(false)} onChoose={snooze} />}
    </>
  );
}

function OwnTime({ onClose, onChoose }: { onClose: () => void; onChoose: (until: Date) => void }) {
  const t = useTexts('chat.owner');
  const [text, setText] = useState(toLocalInput(morningIn(1)));
  const until = new Date(text);
  const isFine = until.getTime() > Date.now() && until <= morningIn(MAX_DAYS);
  const choose = () => {
    onChoose(until);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={t('snooze')}
      footer={
        <Button kind="primary" disabled={!isFine} onClick={choose}>
          {t('snooze')}
        </Button>
      }
    >
      <Input
        label={t('until')}
        type="datetime-local"
        value={text}
        min={toLocalInput(new Date())}
        max={toLocalInput(morningIn(MAX_DAYS))}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
