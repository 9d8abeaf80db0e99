import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Megaphone } from 'lucide-react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { useFailure } from '../../failures/use-failure.ts';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { addressText } from '../../people/name.ts';
import { gatewayPath } from '../../place.ts';
import { pagesQuery } from '../../queries/pages.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table, Td } from '../../ui/table.tsx';
import { LIST_TITLES, type Stage } from './stages.ts';

type Recipient = Schema<'BroadcastRecipient'>;

const MAX_PAGE = 50;

const stageQuery = (id: number, stage: Stage) =>
  pagesQuery(['broadcasts', 'recipients', id, stage], (cursor) =>
    call('GET /broadcasts/{id}/recipients', { id, query: { stage, limit: MAX_PAGE, cursor } }),
  );

/** Who is in a stage of the funnel, with their chats; of the failed ones, why. */
export function StageRecipients({ id, stage }: { id: number; stage: Stage }) {
  const t = useTexts('broadcasts.page');
  const found = useInfiniteQuery(stageQuery(id, stage));
  return (
    <Section
      title={t(LIST_TITLES[stage])}
      actions={
        <>
          <Button asChild size="small">
            <Link to="/broadcasts/new" search={{ copy: id, stage }}>
              <Megaphone aria-hidden />
              {t('writeAgain')}
            </Link>
          </Button>
          <Button asChild size="small">
            <a href={gatewayPath(`/app/api/broadcasts/${id}/recipients/export?stage=${stage}`)} download>
              <Download aria-hidden />
              {t('exportCsv')}
            </a>
          </Button>
        </>
      }
    >
      <Loaded query={found}>
        {({ pages }) => <Recipients stage={stage} list={pages.flatMap(({ data }) => data)} />}
      </Loaded>
      <ShowMore query={found} />
    </Section>
  );
}

function Recipients({ stage, list }: { stage: Stage; list: readonly Recipient[] }) {
  const [t, reasonOf] = [useTexts('broadcasts.page'), useFailure()];
  if (list.length === 0) return <p className="text-soft">{t('nobodyThere')}</p>;
  const isUnsent = stage === 'failed' || stage === 'left_out';
  return (
    <Table
      aria-label={t(LIST_TITLES[stage])}
      head={[t('name'), t('phone'), isUnsent ? t('reason') : t('chat')]}
    >
      {list.map(({ message_id, name, phone, error, conversation_id }) => (
        <tr key={message_id}>
          <Td className="max-w-48 truncate" title={name ?? ''}>
            <bdi>{name ?? '–'}</bdi>
          </Td>
          <Td>
            <PhoneNumber number={phone} />
          </Td>
          {isUnsent ? (
            <Td title={error?.code}>{reasonOf(error)}</Td>
          ) : (
            <Td>
              {conversation_id ? <ChatLink id={conversation_id} name={name ?? addressText(phone)} /> : '–'}
            </Td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function ChatLink({ id, name }: { id: string; name: string }) {
  const t = useTexts('broadcasts.page');
  return (
    <Link
      to="/inbox/$conversationId"
      params={{ conversationId: id }}
      className="text-accent underline"
      aria-label={t('openChatOf', { name })}
    >
      {t('openChat')}
    </Link>
  );
}
