import { clsx } from 'clsx';
import { CornerDownLeft, MessageSquareText, Paperclip, Send, Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import { chooseFiles } from '../../../files/choose-files.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { DraftKind } from './drafts.ts';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { useEnterSends } from './use-enter-sends.ts';
import type { useLists } from './use-lists.ts';

interface Props {
  kind: DraftKind;
  field: RefObject<HTMLTextAreaElement | null>;
  lists: ReturnType<typeof useLists>;
  onFiles: (files: readonly File[]) => void;
  onSuggest: () => void;
}

/** Beside the menu, where there is room. */
export function Tools({ kind, field, lists, onFiles, onSuggest }: Props) {
  const t = useTexts('chat.composer');
  const [enterSends, setEnterSends] = useEnterSends();
  return (
    <>
      {kind === 'reply' && (
        <IconButton
          small
          className="compact:hidden"
          label={t('attach')}
          onClick={() => chooseFiles({}, onFiles)}
          icon={Paperclip}
        />
      )}
      <EmojiButton field={field} onChoose={lists.insert} />
      {kind === 'reply' && (
        <>
          <IconButton
            small
            className="compact:hidden"
            label={t('canned')}
            onClick={lists.openCanned}
            icon={MessageSquareText}
          />
          <IconButton
            small
            className="compact:hidden"
            label={t('suggest')}
            onClick={onSuggest}
            icon={Sparkles}
          />
        </>
      )}
      <button
        type="button"
        aria-pressed={enterSends}
        onClick={() => setEnterSends(!enterSends)}
        className="flex items-center gap-1 rounded px-1 text-xs text-soft hover:bg-hover compact:hidden"
      >
        <CornerDownLeft className="size-3.5" aria-hidden />
        {t(enterSends ? 'enterSends' : 'enterBreaks')}
      </button>
    </>
  );
}

interface SendProps {
  kind: DraftKind;
  className: string;
  disabled: boolean;
  /** Files are on their way. */
  isBusy: boolean;
  onClick: () => void;
}

export function SendButton({ kind, className, disabled, isBusy, onClick }: SendProps) {
  const t = useTexts('chat.composer');
  const label = t(kind === 'reply' ? 'send' : 'addNote');
  return (
    <Button
      kind="primary"
      size="small"
      className={clsx('compact:size-10 compact:rounded-full compact:p-0', className)}
      disabled={disabled}
      aria-busy={isBusy}
      onClick={onClick}
      icon={Send}
    >
      <span className="compact:sr-only">{label}</span>
    </Button>
  );
}
