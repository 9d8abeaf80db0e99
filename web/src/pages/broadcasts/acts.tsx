import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, Pause, Pencil, Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { notify, notifyProblem } from '../../ui/toast.tsx';
import { type Broadcast, funnelQuery, usageQuery } from './queries.ts';
import { QuotaLine } from './quota-line.tsx';

/** What can be done with a broadcast in its status. */
export function BroadcastActs({ broadcast }: { broadcast: Broadcast }) {
  const t = useTexts('broadcasts.page');
  const [asked, setAsked] = useState<'cancel' | 'retry' | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
  const change = useMutation({
    mutationFn: (to: 'pause' | 'resume') =>
      to === 'pause'
        ? call('POST /broadcasts/{id}/pause', { id: broadcast.id })
        : call('POST /broadcasts/{id}/resume', { id: broadcast.id }),
    onSettled: refresh,
    onError: notifyProblem,
  });
  const { status } = broadcast;
  const failed = useQuery(funnelQuery(broadcast)).data?.failed ?? 0;
  const isFinished = status === 'completed' || status === 'cancelled';
  const cancel = async () => {
    await call('POST /broadcasts/{id}/cancel', { id: broadcast.id });
    await refresh();
    notify(t('cancelled'));
  };
  return (
    <>
      {!isFinished && status !== 'paused' && (
        <Button busy={change.isPending} onClick={() => change.mutate('pause')} icon={Pause}>
          {t('pause')}
        </Button>
      )}
      {status === 'scheduled' && (
        <Button asChild>
          <Link to="/broadcasts/$id/edit" params={{ id: String(broadcast.id) }}>
            <Pencil aria-hidden />
            {t('change')}
          </Link>
        </Button>
      )}
      {status === 'paused' && broadcast.reason !== 'device_released' && (
        <Button kind="primary" busy={change.isPending} onClick={() => change.mutate('resume')} icon={Play}>
          {t('resume')}
        </Button>
      )}
      {failed > 0 && (
        <Button onClick={() => setAsked('retry')} icon={RotateCcw}>
          {t('retryFailed')}
        </Button>
      )}
      {!isFinished && (
        <Button kind="danger" onClick={() => setAsked('cancel')} icon={X}>
          {t('cancelBroadcast')}
        </Button>
      )}
      <Button asChild>
        <Link to="/broadcasts/new" search={{ copy: broadcast.id }}>
          <Copy aria-hidden />
          {t('copy')}
        </Link>
      </Button>
      <Confirm
        open={asked === 'cancel'}
        onClose={() => setAsked(null)}
        title={t('cancelTitle')}
        lead={t('cancelLead', { count: broadcast.recipients_by_status.pending })}
        action={t('cancelBroadcast')}
        run={cancel}
      />
      <RetryDialog id={broadcast.id} count={failed} open={asked === 'retry'} onClose={() => setAsked(null)} />
    </>
  );
}

interface RetryProps {
  id: number;
  count: number;
  open: boolean;
  onClose: () => void;
}

function RetryDialog({ id, count, open, onClose }: RetryProps) {
  const t = useTexts('broadcasts.page');
  const navigate = useNavigate();
  const usage = useQuery({ ...usageQuery, enabled: open });
  const retry = async () => {
    const retried = await call('POST /broadcasts/{id}/retry-failed', { id });
    await queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
    void navigate({ to: '/broadcasts/$id', params: { id: String(retried.id) } });
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('retryTitle')}
      lead={
        <>
          {t('retryLead', { count })} {t('retryAbsent')} <QuotaLine usage={usage.data} />
        </>
      }
      action={t('retryFailed')}
      run={retry}
    />
  );
}
