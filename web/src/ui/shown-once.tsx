import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { CopyBox } from './copy.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: ReactNode;
  /** Why it must be kept now. */
  lead: ReactNode;
  /** Missing: the children show it. */
  secret?: string;
  onClose: () => void;
  /** How to use it or to give it to others. */
  children?: ReactNode;
}

/** A secret that no later call shows. Only the button closes it at once: Escape and the cross ask first. */
export function ShownOnce({ title, lead, secret, onClose, children }: Props) {
  const t = useTexts('common.ui');
  const done = (
    <Button kind="primary" onClick={onClose}>
      {t('keepIt')}
    </Button>
  );
  return (
    <Dialog
      open
      firm
      unsaved={() => true}
      leaveLead={t('lostOnce')}
      onClose={onClose}
      title={title}
      lead={lead}
      footer={done}
    >
      {secret !== undefined && <CopyBox text={secret} />}
      {children}
    </Dialog>
  );
}
