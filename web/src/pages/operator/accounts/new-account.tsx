import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input, Select } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { plansQuery, showAccount } from '../queries.ts';
import { CreatedAccount } from './created-account.tsx';
import { OwnerFields } from './owner-fields.tsx';

type NewInput = Schema<'CreateOperatorAccount'>;
type Fields = Pick<NewInput, 'kind'> & Record<'name' | 'plan' | 'country' | 'owner' | 'email', string>;

const NO_FIELDS: Fields = { name: '', kind: 'live', plan: 'starter', country: '62', owner: '', email: '' };

/** The form of a new account, then its first key and the link of its owner. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('operator.accounts'), useTexts('common.ui')];
  const form = useId();
  const [fields, setFields] = useState(NO_FIELDS);
  const create = useMutation({
    mutationFn: () => ok(api.POST('/app/api/operator/accounts', { body: bodyOf(fields) })),
    onSuccess: ({ account }) => showAccount(account),
  });
  if (create.data) return <CreatedAccount created={create.data} onClose={onClose} />;
  const problem = create.error ? asProblem(create.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={create.isPending}>
        {t('make')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('create')} lead={t('createLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={fields.name}
              onChange={(event) => setFields({ ...fields, name: event.target.value })}
            />
          )}
        </Field>
        <PlaceFields fields={fields} problem={problem} onChange={setFields} />
        <fieldset className="grid gap-3">
          <legend className="font-medium">{t('owner')}</legend>
          <p className="text-[13px] text-faint">{t('ownerHint')}</p>
          <OwnerFields
            owner={{ name: fields.owner, email: fields.email }}
            prefix="owner."
            problem={problem}
            onChange={({ name, email }) => setFields({ ...fields, owner: name, email })}
          />
        </fieldset>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

interface PlaceProps {
  fields: Fields;
  problem: Problem | null;
  onChange: (fields: Fields) => void;
}

/** Network, plan and country. */
function PlaceFields({ fields, problem, onChange }: PlaceProps) {
  const t = useTexts('operator.accounts');
  const plans = useQuery(plansQuery).data?.data.map(({ name }) => name) ?? ['starter'];
  const chooseKind = (value: string) =>
    onChange({ ...fields, kind: value === 'sandbox' ? 'sandbox' : 'live' });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('kind')} hint={t(`${fields.kind}Hint`)} problem={fieldProblem(problem, 'kind')}>
        {(control) => (
          <Select {...control} value={fields.kind} onChange={(event) => chooseKind(event.target.value)}>
            <option value="live">{t('live')}</option>
            <option value="sandbox">{t('sandbox')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('plan')} problem={fieldProblem(problem, 'plan')}>
        {(control) => (
          <Select
            {...control}
            value={fields.plan}
            onChange={(event) => onChange({ ...fields, plan: event.target.value })}
          >
            {plans.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('country')} hint={t('countryHint')} problem={fieldProblem(problem, 'country_code')}>
        {(control) => (
          <Input
            {...control}
            required
            inputMode="numeric"
            maxLength={4}
            value={fields.country}
            onChange={(event) => onChange({ ...fields, country: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function bodyOf({ name, kind, plan, country, owner, email }: Fields): NewInput {
  const [ownerName, ownerEmail] = [owner.trim(), email.trim()];
  return {
    ...{ name, kind, plan, country_code: country.trim() },
    owner: ownerName || ownerEmail ? { name: ownerName, email: ownerEmail } : null,
  };
}
