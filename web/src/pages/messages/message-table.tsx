import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { Schema } from '../../api/schemas.ts';
import { MessageStatus } from '../../failures/message-status.tsx';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { devicesQuery } from '../../queries/devices.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Table, Td } from '../../ui/table.tsx';
import { nameOfType } from './type-names.ts';

type Message = Schema<'ListedMessage'>;

/** Newest first. */
export function MessageTable({ messages }: { messages: readonly Message[] }) {
  const t = useTexts('messages.page');
  return (
    <Table aria-label={t('title')} head={[t('time'), t('customer'), t('message'), t('status'), t('chat')]}>
      {messages.map((message) => (
        <MessageRow key={`${message.id} ${message.wa_message_id}`} message={message} />
      ))}
    </Table>
  );
}

function MessageRow({ message }: { message: Message }) {
  const [t, format] = [useTexts('messages.page'), useFormat()];
  const devices = useQuery(devicesQuery).data?.data;
  const { direction, status, error, phone, device_uuid, conversation_id } = message;
  const device = devices?.find((each) => each.device_uuid === device_uuid)?.label ?? t('otherDevice');
  const Arrow = direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  return (
    <tr className="align-top">
      <Td className="whitespace-nowrap text-soft tabular-nums">{format.full(message.created_at)}</Td>
      <Td className="min-w-44">
        <span className="flex items-center gap-1.5">
          <Arrow role="img" aria-label={t(direction)} className="size-4 shrink-0 text-faint" />
          <PhoneNumber number={phone} />
        </span>
        <span className="block max-w-48 truncate text-[13px] text-faint" title={device}>
          <bdi>{device}</bdi>
        </span>
      </Td>
      <Td className="max-w-96 min-w-60">
        <MessageText message={message} />
        <span className="block text-[13px] text-faint">{t(`by_${message.author}`)}</span>
      </Td>
      <Td className="max-w-64 min-w-32">
        <MessageStatus status={status} error={error} />
      </Td>
      <Td className="whitespace-nowrap">
        {conversation_id ? (
          <Link
            to="/inbox/$conversationId"
            params={{ conversationId: conversation_id }}
            className="text-accent underline"
            aria-label={t('openChatOf', { phone })}
          >
            {t('openChat')}
          </Link>
        ) : (
          '–'
        )}
      </Td>
    </tr>
  );
}

function MessageText({ message: { body, type } }: { message: Message }) {
  const t = useTexts('messages.page');
  const text = body?.trim() ?? '';
  return (
    <span className="block truncate" title={text}>
      {type !== 'text' && <span className="text-soft">{nameOfType(type, t)} </span>}
      <bdi>{text}</bdi>
    </span>
  );
}
