import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { fromLocalInput, toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';

const DAY_MS = 86_400_000;

interface Props {
  webhook: Schema<'Webhook'>;
  /** When the webhook was disabled last; null: unknown. */
  missedSince: string | null;
  onClose: () => void;
}

/** Sends the events of a span of time again. Long spans need several calls, which this makes one after the other. */
export function ReplayRange({ webhook, missedSince, onClose }: Props) {
  const [t, ui] = [useTexts('developers.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [since, setSince] = useState(() => toLocalInput(missedSince ?? new Date(Date.now() - DAY_MS)));
  const [until, setUntil] = useState('');
  const [isAll, setAll] = useState(false);
  const replay = useMutation({
    mutationFn: () =>
      replayAll(webhook.id, { since: fromLocalInput(since) ?? '', until: fromLocalInput(until), isAll }),
    onSuccess: async (count) => {
      notify(t('replayedEvents', { count }));
      onClose();
      await client.invalidateQueries({ queryKey: ['webhooks', webhook.id, 'deliveries'] });
    },
  });
  const problem = replay.error ? asProblem(replay.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={replay.isPending}>
        {t('replay')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('replayRange')}
      lead={t(missedSince === null ? 'replayRangeLead' : 'replayMissedLead')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('from')} problem={fieldProblem(problem, 'since')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                required
                value={since}
                onChange={(event) => setSince(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('to')} hint={t('untilHint')} problem={fieldProblem(problem, 'until')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={until}
                onChange={(event) => setUntil(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Checkbox
          label={t('replayReceived')}
          hint={t('replayReceivedHint')}
          checked={isAll}
          onChange={(event) => setAll(event.target.checked)}
        />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

interface Span {
  since: string;
  until: string | null;
  isAll: boolean;
}

async function replayAll(id: number, { since, until, isAll }: Span): Promise<number> {
  let [queued, cursor]: [number, string | null] = [0, null];
  do {
    const page: Schema<'EventsReplayed'> = await call('POST /webhooks/{id}/replay', {
      id,
      body: { since, until, only: isAll ? 'all' : 'undelivered', cursor },
    });
    queued += page.queued;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return queued;
}
