import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type Quiet, QuietFields } from '../../../hours/quiet-fields.tsx';
import { quietHoursQuery } from '../../../queries/quiet-hours.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { LeaveGuard, useUnsaved } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
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
  const [quiet, setQuiet] = useState(present);
  const { isUnsaved } = useUnsaved([quiet]);
  const save = useMutation({
    mutationFn: () => call('PUT /quiet-hours', { body: { quiet_hours: quiet } }),
    onSuccess: (data) => {
      queryClient.setQueryData(quietHoursQuery.queryKey, data);
      notify(t('saved'));
    },
  });
  return (
    <div className="grid gap-4">
      <QuietFields quiet={quiet} onQuiet={setQuiet} />
      <ProblemLine problem={save.error} />
      <LeaveGuard when={isUnsaved} />
      <div>
        <Button
          busy={save.isPending}
          disabled={quiet?.from === quiet?.to && quiet !== null}
          onClick={() => save.mutate()}
        >
          {common('save')}
        </Button>
      </div>
    </div>
  );
}
