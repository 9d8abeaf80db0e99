import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { CostEstimate } from './cost-estimate.tsx';
import { hasPassed } from './draft.ts';
import { Counts, Hints, type Preview } from './draft-preview.tsx';
import { usageQuery } from './queries.ts';
import { QuotaLine } from './quota-line.tsx';
import { type Sending, useSend } from './use-send.ts';

interface Props extends Sending {
  preview: Preview;
  onClose: () => void;
  /** The start has passed meanwhile. */
  onLate: () => void;
}

/** The last look before the broadcast goes out. */
export function SendDialog({ preview, onClose, onLate, ...sending }: Props) {
  const [t, common, format] = [useTexts('broadcasts.page'), useTexts('common.ui'), useFormat()];
  const { draft } = sending;
  const usage = useQuery(usageQuery);
  const isLater = draft.startsAt !== '';
  const messages = preview.total_recipients - preview.opted_out - preview.same_person;
  const left = usage.data?.messages_remaining ?? null;
  const send = useSend(sending);
  const go = () => {
    if (!hasPassed(draft)) return send.mutate();
    onClose();
    onLate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isLater ? t('scheduleTitle') : t('sendTitle')}
      lead={isLater ? t('startsAt', { time: format.full(draft.startsAt) }) : t('startsNow')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" busy={send.isPending} onClick={go}>
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
