import { CornerDownLeft, Paperclip, Send } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { DraftKind } from './drafts.ts';
import { MediaDialog } from './media-dialog.tsx';
import type { Reply } from './outbox.ts';
import { useEnterSends } from './use-enter-sends.ts';

interface Props {
  conversation: Schema<'Conversation'>;
  kind: DraftKind;
  canSend: boolean;
  onSend: () => void;
  onReply: (reply: Reply) => void;
}

/** The line below the field: files, how Enter works, and the button. */
export function ComposerActs({ conversation, kind, canSend, onSend, onReply }: Props) {
  const [t, format] = [useTexts('chat.composer'), useFormat()];
  const [isChoosing, setChoosing] = useState(false);
  const [enterSends, setEnterSends] = useEnterSends();
  const { reply_window_until } = conversation;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kind === 'reply' && (
        <IconButton small label={t('media')} onClick={() => setChoosing(true)} icon={Paperclip} />
      )}
      <button
        type="button"
        aria-pressed={enterSends}
        onClick={() => setEnterSends(!enterSends)}
        className="flex items-center gap-1 rounded px-1 text-xs text-soft hover:bg-hover max-sm:hidden"
      >
        <CornerDownLeft className="size-3.5" aria-hidden />
        {t(enterSends ? 'enterSends' : 'enterBreaks')}
      </button>
      {kind === 'reply' && reply_window_until && (
        <span className="text-xs text-faint">
          {t('windowUntil', { time: format.moment(reply_window_until) })}
        </span>
      )}
      <Button
        kind="primary"
        size="small"
        className="ml-auto"
        disabled={!canSend}
        onClick={onSend}
        icon={Send}
      >
        {t(kind === 'reply' ? 'send' : 'addNote')}
      </Button>
      {isChoosing && <MediaDialog onClose={() => setChoosing(false)} onSend={onReply} />}
    </div>
  );
}
