import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ChangeRetention } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { NumberField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { retentionQuery } from './queries.ts';

type Days = Pick<Schema<'Retention'>, 'message_days' | 'file_days' | 'event_days'>;

/** After how many days data go by themselves. */
export function Retention() {
  const t = useTexts('settings.retention');
  const retention = useQuery(retentionQuery);
  return (
    <Section title={t('title')} lead={t('lead')}>
      <Loaded query={retention}>
        {(present) => <RetentionForm key={JSON.stringify(present)} present={present} />}
      </Loaded>
    </Section>
  );
}

function RetentionForm({ present }: { present: Schema<'Retention'> }) {
  const [t, common, { number }] = [useTexts('settings.retention'), useTexts('common.ui'), useFormat()];
  const [asked, setAsked] = useState<{ days: Days; messages: number; files: number } | null>(null);
  const { message_days, file_days, event_days, effective } = present;
  const change = async (body: Days) => {
    queryClient.setQueryData(retentionQuery.queryKey, await call('PATCH /retention', { body }));
    notify(t('saved'));
  };
  const ask = async (days: Days) => {
    const lost = await countLost(days, present);
    if (lost.messages + lost.files > 0) setAsked({ days, ...lost });
    else await change(days);
    return null;
  };
  return (
    <>
      <PageForm
        limits={ChangeRetention}
        initial={{ message_days, file_days, event_days }}
        save={ask}
        action={common('save')}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            name="message_days"
            label={t('messages')}
            hint={
              message_days === null && effective.message_days !== null
                ? t('byOperator', { days: effective.message_days })
                : t('messagesHint')
            }
          />
          <NumberField
            name="file_days"
            label={t('files')}
            hint={
              effective.file_days === null
                ? t('messagesHint')
                : t('byOperator', { days: effective.file_days })
            }
          />
          <NumberField
            name="event_days"
            label={t('events')}
            hint={t('byOperator', { days: effective.event_days })}
          />
        </div>
      </PageForm>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('sure')}
        lead={asked && t('sureLead', { messages: number(asked.messages), files: number(asked.files) })}
        action={t('delete')}
        run={async () => asked && change(asked.days)}
      />
    </>
  );
}

/** What these days delete at once. A value that is not shorter deletes nothing. */
async function countLost({ message_days, file_days }: Days, { effective }: Schema<'Retention'>) {
  const shorter = (days: number | null, before: number | null) =>
    days !== null && (before === null || days < before) ? days : undefined;
  const query = {
    message_days: shorter(message_days, effective.message_days),
    file_days: shorter(file_days, effective.file_days),
  };
  const { messages, files } = await call('GET /retention/preview', { query });
  return { messages: messages ?? 0, files: files ?? 0 };
}
