import { Smile } from 'lucide-react';
import { lazy, type RefObject, Suspense } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Popover } from '../../../../ui/popover.tsx';
import { Spinner } from '../../../../ui/states.tsx';

const EmojiPanel = lazy(() => import('./emoji-panel.tsx'));

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  onChoose: (emoji: string) => void;
}

/** Several emoji one after another. Closing it goes on in the field. Phones have their own on the keyboard. */
export function EmojiButton({ field, onChoose }: Props) {
  const t = useTexts('chat.composer');
  return (
    <Popover
      label={t('emoji')}
      className="w-auto! overflow-hidden! p-0!"
      trigger={<IconButton small className="compact:hidden" label={t('emoji')} icon={Smile} />}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        field.current?.focus();
      }}
    >
      <Suspense fallback={<Spinner className="h-80 w-80 justify-center" />}>
        <EmojiPanel onChoose={onChoose} />
      </Suspense>
    </Popover>
  );
}
