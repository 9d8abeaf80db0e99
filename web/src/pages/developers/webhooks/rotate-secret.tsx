import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choice, Field, fieldProblem } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { webhooksQuery } from '../queries.ts';

const HOURS = [0, 1, 24, 72, 168];

/** Asks how long the old secret signs too, then shows the new one. */
export function RotateSecret({ webhook, onClose }: { webhook: Schema<'Webhook'>; onClose: () => void }) {
  const [t, ui, format] = [useTexts('developers.page'), useTexts('common.ui'), useFormat()];
  const client = useQueryClient();
  const [hours, setHours] = useState(24);
  const rotate = useMutation({
    mutationFn: () =>
      call('POST /webhooks/{id}/rotate-secret', { id: webhook.id, body: { overlap_hours: hours } }),
    onSuccess: () => client.invalidateQueries(webhooksQuery),
  });
  if (rotate.data) {
    const until = rotate.data.previous_secret_until;
    return (
      <ShownOnce title={t('newSecret')} lead={t('secretOnce')} secret={rotate.data.secret} onClose={onClose}>
        {until !== null && <p className="text-soft">{t('oldSecretUntil', { time: format.full(until) })}</p>}
      </ShownOnce>
    );
  }
  const problem = rotate.error ? asProblem(rotate.error) : null;
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        {t('rotate')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('rotate')} lead={t('rotateLead')} footer={footer}>
      <Field label={t('overlap')} hint={t('overlapHint')} problem={fieldProblem(problem, 'overlap_hours')}>
        {(control) => (
          <Choice
            {...control}
            value={hours}
            options={HOURS.map((each) => [each, each === 0 ? t('noOverlap') : t('hours', { count: each })])}
            onValue={setHours}
          />
        )}
      </Field>
      <ProblemLine problem={problem} />
    </Dialog>
  );
}
