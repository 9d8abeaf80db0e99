import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { webhooksQuery } from '../queries.ts';

const HOURS = [0, 1, 24, 72, 168];

/** Asks how long the old secret signs too, then shows the new one. */
export function RotateSecret({ webhook, onClose }: { webhook: Schema<'Webhook'>; onClose: () => void }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const [rotated, setRotated] = useState<Schema<'SecretRotated'> | null>(null);
  if (rotated) {
    const { secret, previous_secret_until: until } = rotated;
    return (
      <ShownOnce title={t('newSecret')} lead={t('secretOnce')} secret={secret} onClose={onClose}>
        {until !== null && <p className="text-soft">{t('oldSecretUntil', { time: format.full(until) })}</p>}
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title={t('rotate')}
      lead={t('rotateLead')}
      initial={{ overlap_hours: 24 }}
      save={(body) => call('POST /webhooks/{id}/rotate-secret', { id: webhook.id, body })}
      onSaved={setRotated}
      changes={webhooksQuery.queryKey}
      action={t('rotate')}
      onClose={onClose}
    >
      <SelectField
        name="overlap_hours"
        label={t('overlap')}
        hint={t('overlapHint')}
        options={HOURS.map((count) => [count, count === 0 ? t('noOverlap') : t('hours', { count })])}
      />
    </FormDialog>
  );
}
