import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { CostEstimate } from './cost-estimate.tsx';
import { createBroadcast } from './create.ts';
import type { Draft } from './draft.ts';
import { Counts, Hints, type Preview } from './draft-preview.tsx';
import { usageQuery } from './queries.ts';
import { QuotaLine } from './quota-line.tsx';

interface Props {
  draft: Draft;
  preview: Preview;
  onClose: () => void;
  onSent: () => void;
}

/** The last look before the broadcast goes out. */
export function SendDialog({ draft, preview, onClose, onSent }: Props) {
  const [t, common, format] = [useTexts('broadcasts.page'), useTexts('common.ui'), useFormat()];
  const navigate = useNavigate();
  const usage = useQuery(usageQuery);
  const isLater = draft.startsAt !== '';
  const messages = preview.total_recipients - preview.opted_out - preview.same_person;
  const left = usage.data?.messages_remaining ?? null;
  const send = useMutation({
    mutationFn: () => createBroadcast(draft),
    onSuccess: async (id) => {
      await navigate({ to: '/broadcasts/$id', params: { id: String(id) } });
      // After the composer has gone, so that it does not write the draft again.
      onSent();
      await queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={isLater ? t('scheduleTitle') : t('sendTitle')}
      lead={isLater ? t('startsAt', { time: format.full(draft.startsAt) }) : t('startsNow')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" busy={send.isPending} onClick={() => send.mutate()}>
            {isLater ? t('scheduleNow', { count: messages }) : t('sendNow', { count: messages })}
          </Button>
        </>
      }
    >
      <Counts preview={preview} />
      {preview.costs && <CostEstimate costs={preview.costs} />}
      <Hints hints={preview.hints} />
      <p>
        <QuotaLine usage={usage.data} />
      </p>
      {left !== null && left < messages && <p className="text-warn">{t('quotaTooSmall')}</p>}
      <p className="text-soft">{t('finishAbout', { time: format.moment(preview.finish_expected_at) })}</p>
      <ProblemLine problem={send.error} />
    </Dialog>
  );
}
