import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { CreateOperatorAccount } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useField } from '../../../ui/form/facts.ts';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { plansQuery, showAccount } from '../queries.ts';
import { CreatedAccount } from './created-account.tsx';
import { OwnerFields } from './owner-fields.tsx';

type Kind = Schema<'CreateOperatorAccount'>['kind'];

const { plan, country_code } = CreateOperatorAccount;
const NEW = {
  name: '',
  kind: 'live' as Kind, // or another, later
  plan: plan.default as string, // or another, later
  country_code: country_code.default as string,
  owner: { name: '', email: '' },
};

/** The form of a new account, then its first key and the link of its owner. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const t = useTexts('operator.accounts');
  const [made, setMade] = useState<Schema<'OperatorAccountCreated'> | null>(null);
  if (made) return <CreatedAccount created={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('create')}
      lead={t('createLead')}
      firm
      limits={CreateOperatorAccount}
      initial={NEW}
      save={({ owner, ...fields }) => {
        const country_code = fields.country_code.trim();
        const body = { ...fields, country_code, owner: owner.name.trim() || owner.email ? owner : null };
        return call('POST /operator/accounts', { body });
      }}
      onSaved={(created) => {
        showAccount(created.account);
        setMade(created);
      }}
      action={t('make')}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} />
      <PlaceFields />
      <fieldset className="grid gap-3">
        <legend className="font-medium">{t('owner')}</legend>
        <p className="text-[13px] text-faint">{t('ownerHint')}</p>
        <OwnerFields prefix="owner." optional />
      </fieldset>
    </FormDialog>
  );
}

/** Network, plan and country. */
function PlaceFields() {
  const t = useTexts('operator.accounts');
  const { value: kind } = useField<'live' | 'sandbox'>('kind');
  const plans = useQuery(plansQuery).data?.data.map(({ name }) => name) ?? [NEW.plan];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="kind"
        label={t('kind')}
        hint={t(`${kind}Hint`)}
        options={[
          ['live', t('live')],
          ['sandbox', t('sandbox')],
        ]}
      />
      <SelectField name="plan" label={t('plan')} options={plans.map((name) => [name, name])} />
      <TextField
        name="country_code"
        label={t('country')}
        hint={t('countryHint')}
        required
        inputMode="numeric"
      />
    </div>
  );
}
