import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { uiTexts } from '../../../../ui/texts.ts';
import { editorTexts } from './texts.ts';

/** Asks before the page, or the tab, is left with unsaved changes. */
export function LeaveGuard({ when }: { when: boolean }) {
  const [t, ui] = [useTexts(editorTexts), useTexts(uiTexts)];
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={blocker.reset}
      width="small"
      title={t('leave')}
      lead={t('leaveLead')}
      footer={
        <>
          <Button onClick={blocker.reset}>{ui('cancel')}</Button>
          <Button kind="danger" onClick={blocker.proceed}>
            {t('leaveAct')}
          </Button>
        </>
      }
    />
  );
}
