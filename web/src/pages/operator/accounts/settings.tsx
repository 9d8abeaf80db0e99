import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ChangeOperatorAccount } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { LimitsLine } from '../plans/limits-line.tsx';
import { type Account, plansQuery, showAccount } from '../queries.ts';

/** The name, the plan, and what happens to messages whose answer was lost. */
export function AccountSettings({ account }: { account: Account }) {
  const [t, ui] = [useTexts('operator.accounts'), useTexts('common.ui')];
  const plans = useQuery(plansQuery).data?.data ?? [];
  return (
    <Section title={t('settings')} lead={t('planHint')}>
      <PageForm
        limits={ChangeOperatorAccount}
        initial={{ name: account.name, plan: account.plan, unresolved: account.unresolved }}
        save={(body) => call('PATCH /operator/accounts/{id}', { id: account.id, body })}
        onSaved={(changed) => {
          showAccount(changed);
          notify(t('saved'));
        }}
        action={ui('save')}
      >
        {({ plan }) => {
          const chosen = plans.find(({ name }) => name === plan);
          const names = [...(chosen ? [] : [plan]), ...plans.map(({ name }) => name)];
          return (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField name="name" label={t('account')} className="sm:col-span-2" />
              <SelectField
                name="plan"
                label={t('plan')}
                hint={chosen && <LimitsLine plan={chosen} />}
                options={names.map((name) => [name, name])}
              />
              <SelectField
                name="unresolved"
                label={t('unresolved')}
                hint={t('unresolvedHint')}
                options={[
                  ['fail', t('fail')],
                  ['resend', t('resend')],
                ]}
              />
            </div>
          );
        }}
      </PageForm>
    </Section>
  );
}
