import { Bot } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';

/** Only while another agent of the provider holds the chat. */
export function StandbyBanner({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('inbox.page');
  if (conversation.standby_since === null) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-line bg-active px-4 py-2 text-[13px] text-ink"
    >
      <Bot className="size-4 shrink-0 text-accent" aria-hidden />
      {t('standby')}
    </p>
  );
}
