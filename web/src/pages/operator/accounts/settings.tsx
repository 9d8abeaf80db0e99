import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, Select } from '../../../ui/field.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { LimitsLine } from '../plans/limits-line.tsx';
import { type Account, plansQuery, showAccount } from '../queries.ts';

/** The plan, and what happens to messages whose answer was lost. */
export function AccountSettings({ account }: { account: Account }) {
  const [t, ui] = [useTexts('operator.accounts'), useTexts('common.ui')];
  const plans = useQuery(plansQuery).data?.data ?? [];
  const [plan, setPlan] = useState(account.plan);
  const [unresolved, setUnresolved] = useState(account.unresolved);
  const chosen = plans.find(({ name }) => name === plan);
  const save = useMutation({
    mutationFn: () =>
      ok(
        api.PATCH('/app/api/operator/accounts/{id}', {
          params: { path: { id: String(account.id) } },
          body: { plan, unresolved },
        }),
      ),
    onSuccess: (changed) => {
      showAccount(changed);
      notify(t('saved'));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isSame = plan === account.plan && unresolved === account.unresolved;
  return (
    <Section title={t('settings')} lead={t('planHint')}>
      <form className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('plan')}
            hint={chosen && <LimitsLine plan={chosen} />}
            problem={fieldProblem(problem, 'plan')}
          >
            {(control) => (
              <Select {...control} value={plan} onChange={(event) => setPlan(event.target.value)}>
                {!chosen && <option>{plan}</option>}
                {plans.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t('unresolved')}
            hint={t('unresolvedHint')}
            problem={fieldProblem(problem, 'unresolved')}
          >
            {(control) => (
              <Select
                {...control}
                value={unresolved}
                onChange={(event) => setUnresolved(event.target.value === 'resend' ? 'resend' : 'fail')}
              >
                <option value="fail">{t('fail')}</option>
                <option value="resend">{t('resend')}</option>
              </Select>
            )}
          </Field>
        </div>
        <ProblemLine problem={problem} />
        <LeaveGuard when={() => !isSame} />
        <Button type="submit" busy={save.isPending} disabled={isSame} className="justify-self-start">
          {ui('save')}
        </Button>
      </form>
    </Section>
  );
}
