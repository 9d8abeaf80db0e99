import { AddConversationNote } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { DraftKind } from './drafts.ts';
import { useEnterSends } from './use-enter-sends.ts';

const FIELD =
  'field-sizing-content max-h-48 min-h-14 min-w-0 basis-full resize-none rounded-md border border-field-line ' +
  'bg-card px-3 py-2 text-[14px] placeholder:text-faint compact:min-h-10 compact:flex-1';
const MAX_REPLY = 4_096;

interface Props {
  ref: React.RefObject<HTMLTextAreaElement | null>;
  kind: DraftKind;
  text: string;
  /** Of a file. */
  isCaption: boolean;
  /** With the place of the caret in the new text. */
  onText: (text: string, caret: number) => void;
  onCaret: (caret: number) => void;
  onSend: () => void;
  /** Enter belongs to the list above, also while the list is empty. */
  hasList: boolean;
}

export function TextField({ ref, kind, text, isCaption, onText, onCaret, onSend, hasList }: Props) {
  const t = useTexts('chat.composer');
  const [enterSends] = useEnterSends();
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || hasList) return;
    const isWanted = enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey;
    if (!isWanted) return;
    event.preventDefault();
    onSend();
  };
  return (
    <textarea
      ref={ref}
      aria-label={t(kind)}
      placeholder={t(isCaption ? 'captionHint' : kind === 'reply' ? 'replyHint' : 'noteHint')}
      dir="auto"
      rows={2}
      maxLength={kind === 'reply' ? MAX_REPLY : AddConversationNote.body.maxLength}
      value={text}
      onChange={({ target }) => onText(target.value, target.selectionStart)}
      onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      onKeyDown={onKeyDown}
      className={FIELD}
    />
  );
}
