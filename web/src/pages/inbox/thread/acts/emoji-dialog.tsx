import { lazy, Suspense } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Spinner } from '../../../../ui/states.tsx';
import type { Message } from '../history.ts';
import { react } from './reactions.ts';

const EmojiPanel = lazy(() => import('../../composer/emoji/emoji-panel.tsx'));

interface Props {
  conversationId: string;
  message: Message;
  onClose: () => void;
}

/** Any emoji as the reaction. */
export function EmojiDialog({ conversationId, message, onClose }: Props) {
  const t = useTexts('chat.acts');
  const choose = (emoji: string) => {
    onClose();
    void react(conversationId, message, emoji);
  };
  return (
    <Dialog open onClose={onClose} width="small" title={t('otherEmoji')}>
      <div className="grid justify-center">
        <Suspense fallback={<Spinner className="h-80 w-80 justify-center" />}>
          <EmojiPanel onChoose={choose} />
        </Suspense>
      </div>
    </Dialog>
  );
}
