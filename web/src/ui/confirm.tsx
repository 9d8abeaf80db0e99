import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Input } from './field.tsx';
import { ProblemLine } from './problem-line.tsx';
import { useOnce } from './use-once.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will be gone, and what stays. */
  lead: ReactNode;
  /** The verb of the button, such as `Release device`. */
  action: string;
  /** Typed before the button works, for acts that cannot be undone. */
  word?: string;
  /** What else the act can do. */
  children?: ReactNode;
  run: () => Promise<unknown>;
}

/** Asks before an act that cannot be undone. Shows why the act failed, and stays open then. */
export function Confirm({ open, onClose, title, lead, action, word, run, children }: Props) {
  const t = useTexts('common.ui');
  const [typed, setTyped] = useState('');
  const act = useOnce({ mutationFn: run, onSuccess: () => close() });
  const close = () => {
    setTyped('');
    act.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={() => act.isPending || close()}
      width="small"
      title={title}
      lead={lead}
      footer={
        <>
          <Button disabled={act.isPending} onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            kind="danger"
            busy={act.isPending}
            disabled={word !== undefined && typed.trim() !== word}
            onClick={() => act.mutate()}
          >
            {action}
          </Button>
        </>
      }
    >
      {word !== undefined && (
        <Input
          aria-label={t('typeToConfirm', { word })}
          placeholder={t('typeToConfirm', { word })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {children}
      <ProblemLine problem={act.error} />
    </Dialog>
  );
}
