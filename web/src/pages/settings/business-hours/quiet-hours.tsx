import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type Quiet, QuietFields } from '../../../hours/quiet-fields.tsx';
import { quietHoursQuery } from '../../../queries/quiet-hours.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { PageForm } from '../../../ui/form/form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';

/** What new broadcasts begin with. */
export function QuietHours() {
  const t = useTexts('settings.quietHours');
  const present = useQuery(quietHoursQuery);
  return (
    <Section title={t('title')} lead={t('lead')}>
      <Loaded query={present}>
        {({ quiet_hours }) => <QuietForm key={JSON.stringify(quiet_hours)} present={quiet_hours} />}
      </Loaded>
    </Section>
  );
}

function QuietForm({ present }: { present: Quiet }) {
  const [t, common] = [useTexts('settings.quietHours'), useTexts('common.ui')];
  return (
    <PageForm
      initial={{ quiet_hours: present }}
      save={(body) => call('PUT /quiet-hours', { body })}
      onSaved={(answer) => {
        queryClient.setQueryData(quietHoursQuery.queryKey, answer);
        notify(t('saved'));
      }}
      action={common('save')}
    >
      <QuietInputs />
    </PageForm>
  );
}

function QuietInputs() {
  const { value, setValue } = useField<Quiet>('quiet_hours');
  return <QuietFields quiet={value} onQuiet={setValue} />;
}
