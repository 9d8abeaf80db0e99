import { useTexts } from '../../../texts/texts.ts';
import type { Phone } from '../queries.ts';
import { ChatList } from './chat-list.tsx';
import { ChatView } from './chat-view.tsx';

interface Props {
  phone: Phone;
  /** Number of the open chat. */
  peer: string | undefined;
}

/** A phone in a calm frame: its chats, or one of them. */
export function PhoneScreen({ phone, peer }: Props) {
  const t = useTexts('sandbox.screen');
  return (
    <section
      aria-label={t('chatsOf', { name: phone.name })}
      className="flex h-[min(42rem,calc(100dvh-9rem))] min-h-96 w-full max-w-96 flex-col overflow-hidden
        rounded-[1.75rem] border-[6px] border-active bg-card shadow-sm"
    >
      {peer === undefined ? <ChatList phone={phone} /> : <ChatView key={peer} phone={phone} peer={peer} />}
    </section>
  );
}
