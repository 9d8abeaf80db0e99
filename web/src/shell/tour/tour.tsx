import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, Rocket } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useMay, useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { entriesOf, type NavEntry } from '../nav.ts';
import { type StepName, useSteps } from './steps.ts';

/** Per browser and account. */
const keyOf = (accountId: number) => `kurir.tour.${accountId}`;

/** What a new account does first. Goes away when all is done, or when the user says so. */
export default function Tour() {
  const t = useTexts('common.tour');
  const { account } = useMe();
  const mayDo = useMay('admin');
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(keyOf(account.id)) !== null);
  const [isOpen, setOpen] = useState(false);
  const steps = useSteps(mayDo && !isDismissed);
  if (!mayDo || isDismissed || steps === null || steps.every(({ isDone }) => isDone)) return null;
  const dismiss = () => {
    localStorage.setItem(keyOf(account.id), 'dismissed');
    setDismissed(true);
  };
  const open = (next: boolean) => {
    setOpen(next);
    if (next) void queryClient.invalidateQueries({ queryKey: ['tour'] });
  };
  const progress = t('progress', { done: steps.filter(({ isDone }) => isDone).length, all: steps.length });
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      trigger={
        <button
          type="button"
          className="mb-1 flex w-full items-center gap-2.5 rounded-md border border-line px-2.5 py-1.5 text-left
            hover:bg-hover"
        >
          <Rocket className="size-4.5 text-accent" aria-hidden />
          <span className="grid">
            <span className="font-medium">{t('title')}</span>
            <span className="text-xs text-faint tabular-nums">{progress}</span>
          </span>
        </button>
      }
    >
      <h2 className="px-1 pb-2 font-semibold">{t('title')}</h2>
      <ul className="grid gap-1">
        {steps.map((step) => (
          <Step key={step.name} {...step} onGo={() => setOpen(false)} />
        ))}
      </ul>
      <Button size="small" kind="quiet" className="mt-2" onClick={dismiss}>
        {t('dismiss')}
      </Button>
    </Popover>
  );
}

const PAGES = {
  password: 'settings',
  device: 'devices',
  message: 'inbox',
  rule: 'automation',
  invite: 'team',
} as const;

function Step({ name, isDone, onGo }: { name: StepName; isDone: boolean; onGo: () => void }) {
  const t = useTexts('common.tour');
  const me = useMe();
  const isSimulated = name === 'message' && me.account.kind === 'sandbox';
  const page: NavEntry['text'] = isSimulated ? 'sandbox' : PAGES[name];
  const entry = entriesOf(me).find(({ text }) => text === page);
  const content = (
    <>
      {isDone ? (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-good" role="img" aria-label={t('done')} />
      ) : (
        <CircleDashed className="mt-0.5 size-4.5 shrink-0 text-faint" aria-hidden />
      )}
      <span className="grid">
        <span className={clsx('font-medium', isDone && 'text-soft line-through')}>{t(name)}</span>
        <span className="text-[13px] text-soft">{t(isSimulated ? 'messageSandbox' : `${name}Hint`)}</span>
      </span>
    </>
  );
  const look = 'flex items-start gap-2.5 rounded-md p-2';
  return (
    <li>
      {entry && !isDone ? (
        <Link
          to={name === 'rule' ? '/automation/rules' : entry.to}
          search={name === 'device' ? { add: true } : {}}
          onClick={onGo}
          className={clsx(look, 'hover:bg-hover')}
        >
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}
