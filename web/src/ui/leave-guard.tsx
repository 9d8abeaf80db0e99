import { deepEqual, useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { isLeaving } from '../session/leaving.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { DialogBox } from './dialog-box.tsx';

interface Props {
  /** Whether there are changes that are not saved. Asked when the user leaves. */
  when: () => boolean;
  /** The form is a dialog: the page opens and closes it by its search. */
  inDialog?: boolean;
  /** What is lost. Default: changes. */
  lead?: string | undefined;
}

/**
 * Asks before the page, its search or the tab is left with unsaved changes. A page that goes on by itself after saving
 * navigates with `ignoreBlocker`.
 */
export function LeaveGuard({ when, inDialog = false, lead }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      const isOther = current.pathname !== next.pathname;
      const isOwn = inDialog && (action === 'PUSH' || action === 'REPLACE');
      return (isOther || !(isOwn || deepEqual(current.search, next.search))) && when();
    },
    enableBeforeUnload: () => !isLeaving() && when(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return <LeaveQuestion lead={lead} onStay={blocker.reset} onLeave={blocker.proceed} />;
}

/** Compares a form with what it began with. */
export function useUnsaved<Fields>(fields: Fields) {
  const base = useRef(fields);
  return { isUnsaved: () => !deepEqual(base.current, fields) };
}

/** The question itself. Staying is the default. */
export function LeaveQuestion({
  lead,
  onStay,
  onLeave,
}: {
  lead?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
}) {
  const t = useTexts('common.ui');
  return (
    <DialogBox
      open
      onClose={onStay}
      width="small"
      title={t('leave')}
      lead={lead ?? t('leaveLead')}
      footer={
        <>
          <Button onClick={onStay}>{t('stay')}</Button>
          <Button kind="danger" onClick={onLeave}>
            {t('leaveAct')}
          </Button>
        </>
      }
    />
  );
}
