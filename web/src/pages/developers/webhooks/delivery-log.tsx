import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/field.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery-status.ts';
import { deliveriesQuery } from '../queries.ts';

type Delivery = Schema<'WebhookDelivery'>;

const route = getRouteApi('/app/developers/webhooks/$webhookId');
const TONES: Record<DeliveryStatus, Tone> = {
  pending: 'accent',
  delivered: 'good',
  failed: 'bad',
  held: 'neutral',
};

/** A failed attempt is no calm waiting. */
export function StatusBadge({ status, attempt_count }: Pick<Delivery, 'status' | 'attempt_count'>) {
  const t = useTexts('developers.page');
  if (status === 'pending' && attempt_count > 0) return <Badge tone="warn">{t('retrying')}</Badge>;
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

/** What was sent to the webhook, newest first. Renews itself. */
export function DeliveryLog({ webhookId }: { webhookId: number }) {
  const t = useTexts('developers.page');
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const log = useInfiniteQuery(deliveriesQuery(webhookId, status));
  const choose = (chosen: string) => {
    const known = DELIVERY_STATUSES.find((each) => each === chosen);
    void navigate({ search: known ? { status: known } : {}, replace: true });
  };
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('log')}</h2>
        <div className="flex items-center gap-2">
          <Choice
            className="w-auto"
            aria-label={t('status')}
            value={status ?? ''}
            options={[['', t('allStatuses')], ...DELIVERY_STATUSES.map((each) => [each, t(each)] as const)]}
            onValue={choose}
          />
          <IconButton label={t('renew')} onClick={() => void log.refetch()}>
            <RefreshCw aria-hidden className={log.isFetching ? 'animate-spin' : ''} />
          </IconButton>
        </div>
      </div>
      <Loaded query={log}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ data }) => data);
          if (deliveries.length > 0) return <DeliveryTable deliveries={deliveries} />;
          return (
            <Card>
              <Empty
                title={status ? t('noneOfStatus') : t('noDelivery')}
                lead={status ? undefined : t('noDeliveryLead')}
              />
            </Card>
          );
        }}
      </Loaded>
      <ShowMore query={log} />
    </section>
  );
}

function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const t = useTexts('developers.page');
  return (
    <Table
      aria-label={t('log')}
      head={[t('event'), t('status'), t('lastAnswer')]}
      numbers={[t('attempts'), t('time')]}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
    </Table>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const { id, event, kind, status, last_attempt, attempt_count, created_at, next_attempt_at } = delivery;
  return (
    <tr className="relative hover:bg-hover">
      <Td className="whitespace-nowrap">
        <Link
          from="/developers/webhooks/$webhookId"
          search={(search) => ({ ...search, delivery: id })}
          replace
          className="font-mono text-[13px] after:absolute after:inset-0"
        >
          {event}
        </Link>
        {kind === 'replay' && <span className="ml-2 text-xs text-faint">{t('replayed')}</span>}
      </Td>
      <Td>
        <StatusBadge {...{ status, attempt_count }} />
      </Td>
      <Td className="max-w-72 min-w-40">
        <span className="block truncate" title={last_attempt?.error ?? ''}>
          {last_attempt === null ? '–' : (last_attempt.status_code ?? last_attempt.error)}
        </span>
        {status === 'pending' && last_attempt !== null && next_attempt_at !== null && (
          <span className="block text-xs text-faint">
            {t('nextAttempt', { time: format.exact(next_attempt_at) })}
          </span>
        )}
      </Td>
      <Td className="text-right tabular-nums">{attempt_count}</Td>
      <Td className="text-right whitespace-nowrap text-soft tabular-nums" title={format.exact(created_at)}>
        {format.exact(created_at)}
      </Td>
    </tr>
  );
}
