import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { deliveryQuery } from '../queries.ts';
import { StatusBadge } from './delivery-log.tsx';
import { readableBody } from './readable-body.ts';

const TEXT =
  'max-h-72 overflow-auto rounded-md border border-line bg-hover p-3 font-mono text-xs break-all ' +
  'whitespace-pre-wrap';

type Detail = Schema<'WebhookDeliveryDetail'>;

interface Props {
  webhook: Schema<'Webhook'>;
  id: number;
  onClose: () => void;
}

/** One delivery: what was sent, every attempt and its answer. */
export function DeliveryDialog({ webhook, id, onClose }: Props) {
  const t = useTexts('developers.page');
  const delivery = useQuery(deliveryQuery(webhook.id, id));
  const replay = useMutation({
    mutationFn: () =>
      call('POST /webhooks/{id}/deliveries/{delivery_id}/replay', { id: webhook.id, delivery_id: id }),
    onSuccess: async () => {
      notify(t('replayQueued'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'deliveries'] });
    },
  });
  const footer = (
    <Button
      busy={replay.isPending}
      disabled={webhook.status === 'disabled'}
      onClick={() => replay.mutate()}
      icon={RotateCcw}
    >
      {t('replay')}
    </Button>
  );
  return (
    <Dialog open width="wide" onClose={onClose} title={t('delivery', { id: String(id) })} footer={footer}>
      <Loaded query={delivery}>{(detail) => <DeliveryDetail detail={detail} />}</Loaded>
      {webhook.status === 'disabled' && <p className="text-soft">{t('replayNeedsEnabled')}</p>}
      <ProblemLine problem={replay.error} />
    </Dialog>
  );
}

function DeliveryDetail({ detail }: { detail: Detail }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  return (
    <div className="grid min-w-0 gap-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft">
        <StatusBadge {...detail} />
        <code className="font-mono text-[13px]">{detail.event}</code>
        <span>{format.exact(detail.created_at)}</span>
        {detail.status === 'pending' && detail.next_attempt_at !== null && detail.attempt_count > 0 && (
          <span>{t('nextAttempt', { time: format.exact(detail.next_attempt_at) })}</span>
        )}
      </p>
      <section className="grid gap-2">
        <h3 className="text-[13px] font-medium">{t('attempts')}</h3>
        {detail.attempts.length === 0 && <p className="text-soft">{t('noAttempt')}</p>}
        <ol className="grid gap-2">
          {detail.attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </section>
      <TextPart label={t('body')} shown={readableBody(detail.body)} copied={detail.body} />
      <TextPart label={t('headers')} shown={headersOf(detail)} copied={headersOf(detail)} />
    </div>
  );
}

/** The signatures depend on the secret, which no answer of the gateway has. */
function headersOf({ event_id, attempts }: Detail): string {
  const last = attempts.at(-1);
  return [
    'content-type: application/json',
    'x-service-signature: sha256=…',
    `webhook-id: ${event_id}`,
    `webhook-timestamp: ${last ? Math.floor(Date.parse(last.started_at) / 1000) : '…'}`,
    'webhook-signature: v1,…',
    ...(last?.automation ? [`x-kurir-automation: ${last.automation}`] : []),
  ].join('\n');
}

function Attempt({ attempt }: { attempt: Detail['attempts'][number] }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const { number, status_code, error, duration_ms, started_at, response } = attempt;
  const isGood = status_code !== null && status_code >= 200 && status_code < 300;
  return (
    <li className="grid gap-1.5 rounded-md border border-line px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-faint tabular-nums">{number}.</span>
        <span className={isGood ? 'font-medium text-good' : 'font-medium text-bad'}>
          {status_code === null ? t('noAnswer') : t('answered', { code: String(status_code) })}
        </span>
        <span className="text-soft tabular-nums">{format.number(duration_ms)} ms</span>
        <span className="text-faint">{format.exact(started_at)}</span>
      </p>
      {error !== null && <p className="text-soft">{error}</p>}
      {response !== null && response !== '' && (
        <pre className="max-h-40 overflow-auto rounded bg-hover p-2 font-mono text-xs break-all whitespace-pre-wrap">
          {response}
        </pre>
      )}
    </li>
  );
}

function TextPart({ label, shown, copied }: { label: string; shown: string; copied: string }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h3 className="flex items-center justify-between text-[13px] font-medium">
        {label}
        <CopyButton text={copied} />
      </h3>
      <pre className={TEXT}>{shown}</pre>
    </section>
  );
}
