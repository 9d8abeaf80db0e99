import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { gatewayPath } from '../../place.ts';
import { pagesQuery } from '../../queries/pages.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table, Td } from '../../ui/table.tsx';
import type { Broadcast } from './queries.ts';

type Recipient = Schema<'BroadcastRecipient'>;

const MAX_PAGE = 50;

const failedQuery = (id: number) =>
  pagesQuery(['broadcasts', 'failed', id], (cursor) =>
    call('GET /broadcasts/{id}/recipients', { id, query: { status: 'failed', limit: MAX_PAGE, cursor } }),
  );

/** Who got no message, and why. */
export function FailedRecipients({ broadcast: { id } }: { broadcast: Broadcast }) {
  const [t, common] = [useTexts('broadcasts.page'), useTexts('common.ui')];
  const failed = useInfiniteQuery(failedQuery(id));
  return (
    <Section
      title={t('failedTitle')}
      actions={
        <Button asChild size="small">
          <a href={gatewayPath(`/app/api/broadcasts/${id}/recipients/export?status=failed`)} download>
            <Download aria-hidden />
            {t('exportCsv')}
          </a>
        </Button>
      }
    >
      <Loaded query={failed}>{({ pages }) => <Recipients list={pages.flatMap(({ data }) => data)} />}</Loaded>
      {failed.hasNextPage && (
        <Button className="mt-3" busy={failed.isFetchingNextPage} onClick={() => void failed.fetchNextPage()}>
          {common('more')}
        </Button>
      )}
    </Section>
  );
}

function Recipients({ list }: { list: readonly Recipient[] }) {
  const [t, reasonOf] = [useTexts('broadcasts.page'), useFailure()];
  return (
    <Table aria-label={t('failedTitle')} head={[t('name'), t('phone'), t('reason')]}>
      {list.map(({ message_id, name, phone, error }) => (
        <tr key={message_id}>
          <Td className="max-w-48 truncate" title={name ?? ''}>
            <bdi>{name ?? '–'}</bdi>
          </Td>
          <Td className="tabular-nums">{phone}</Td>
          <Td title={error?.code}>{reasonOf(error)}</Td>
        </tr>
      ))}
    </Table>
  );
}

const FAILURES = {
  not_on_whatsapp: 'failedNotThere',
  '131026': 'failedNotThere',
  opted_out: 'failedOptedOut',
  same_person: 'failedSamePerson',
  broadcast_cancelled: 'failedCancelled',
  contact_deleted: 'failedDeleted',
  empty_text: 'failedEmpty',
  expired: 'failedExpired',
  outcome_unknown: 'failedUnknown',
  device_released: 'failedReleased',
  device_banned: 'failedBanned',
} as const;

/** Other codes come from the network: its own text says what happened. */
function useFailure(): (error: Recipient['error']) => string {
  const t = useTexts('broadcasts.page');
  return (error) => {
    if (!error) return '';
    if (error.code in FAILURES) return t(FAILURES[error.code as keyof typeof FAILURES]);
    return error.message || error.code;
  };
}
