import { useQuery } from '@tanstack/react-query';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FILE_TYPES, type Reply } from '../composer/outbox.ts';
import { sendReplies } from '../composer/send.ts';
import { historyQuery } from '../queries.ts';
import { useExactFailure } from '../reasons.ts';
import type { Message } from './history.ts';

interface Props {
  conversationId: string;
  message: Message;
}

/** Why a message did not reach the customer. A reply of staff can be sent again, as a new one. */
export function FailedLine({ conversationId, message }: Props) {
  const [t, me, failure] = [useTexts('chat.thread'), useMe(), useExactFailure()];
  const { error, author, body, media_url, media_id, type, quote, template, voice, view_once } = message;
  const messages = useQuery(historyQuery(conversationId)).data?.messages ?? [];
  const file = FILE_TYPES.find((each) => each === type);
  const options = { ...(body && { body }), ...(voice && { voice }), ...(view_once && { view_once }) };
  const again = () => {
    const asked = quote && messages.find(({ wa_message_id }) => wa_message_id === quote.wa_message_id);
    const quoted = asked?.id != null && { quote: asked.id };
    const send = (reply: Reply) =>
      void sendReplies(conversationId, [{ reply: { ...reply, ...quoted } }], me.name);
    if (template) send({ type: 'template', template });
    else if (file && media_url) send({ type: file, media_url, ...options });
    else if (file && media_id) send({ type: file, media_id, ...options });
    else if (body) send({ type: 'text', body });
  };
  const canRepeat =
    author === 'staff' &&
    (template !== undefined ||
      (type === 'text'
        ? body !== null
        : file !== undefined && (media_url !== null || media_id !== undefined)));
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 text-[13px] text-bad">
      <span className="flex items-start gap-1.5">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('failed')}: {failure(error)}
      </span>
      {canRepeat && (
        <Button size="small" onClick={again} icon={RotateCw}>
          {t('sendAgain')}
        </Button>
      )}
    </div>
  );
}
