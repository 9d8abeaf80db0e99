import { CornerDownLeft, MessageSquareText, Send } from 'lucide-react';
import type { RefObject } from 'react';
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
}

/** Beside the menu, where there is room. */
export function Tools({ kind, field, lists }: Props) {
  const t = useTexts('chat.composer');
  const [enterSends, setEnterSends] = useEnterSends();
  return (
    <>
      <EmojiButton field={field} onChoose={lists.insert} />
      {kind === 'reply' && (
        <IconButton
          small
          className="max-sm:hidden"
          label={t('canned')}
          onClick={lists.openCanned}
          icon={MessageSquareText}
        />
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
    </>
  );
}

interface SendProps {
  kind: DraftKind;
  disabled: boolean;
  onClick: () => void;
}

export function SendButton({ kind, disabled, onClick }: SendProps) {
  const t = useTexts('chat.composer');
  const label = t(kind === 'reply' ? 'send' : 'addNote');
  return (
    <Button
      kind="primary"
      size="small"
      className="ml-auto max-sm:size-10 max-sm:rounded-full max-sm:p-0"
      disabled={disabled}
      onClick={onClick}
      icon={Send}
    >
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
