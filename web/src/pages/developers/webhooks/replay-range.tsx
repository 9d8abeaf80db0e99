import { call } from '../../../api/call.ts';
import { ReplayEvents } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { fromLocalInput, toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CheckField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';

const DAY_MS = 86_400_000;

interface Props {
  webhook: Schema<'Webhook'>;
  /** When the webhook was disabled last; null: unknown. */
  missedSince: string | null;
  onClose: () => void;
}

/** Sends the events of a span of time again. Long spans need several calls, which this makes one after the other. */
export function ReplayRange({ webhook: { id }, missedSince, onClose }: Props) {
  const t = useTexts('developers.page');
  const since = toLocalInput(missedSince ?? new Date(Date.now() - DAY_MS));
  return (
    <FormDialog
      title={t('replayRange')}
      lead={t(missedSince === null ? 'replayRangeLead' : 'replayMissedLead')}
      limits={ReplayEvents}
      initial={{ since, until: null as string | null, isAll: false }}
      save={(span) => replayAll(id, span)}
      onSaved={(count) => {
        notify(t('replayedEvents', { count }));
        onClose();
      }}
      changes={['webhooks', id, 'deliveries']}
      action={t('replay')}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="since" label={t('from')} type="datetime-local" required />
        <TextField name="until" label={t('to')} hint={t('untilHint')} type="datetime-local" />
      </div>
      <CheckField name="isAll" label={t('replayReceived')} hint={t('replayReceivedHint')} />
    </FormDialog>
  );
}

interface Span {
  since: string;
  until: string | null;
  isAll: boolean;
}

async function replayAll(id: number, { since, until, isAll }: Span): Promise<number> {
  const span = { since: fromLocalInput(since) ?? '', until: until && fromLocalInput(until) };
  let [queued, cursor]: [number, string | null] = [0, null];
  do {
    const page: Schema<'EventsReplayed'> = await call('POST /webhooks/{id}/replay', {
      id,
      body: { ...span, only: isAll ? 'all' : 'undelivered', cursor },
    });
    queued += page.queued;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return queued;
}
