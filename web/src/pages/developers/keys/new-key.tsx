import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { CreateApiKey } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { keysQuery } from '../../../queries/keys.ts';
import { fromLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AreaField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';

type Scope = Schema<'CreateApiKey'>['scope'];

const SCOPES: readonly Scope[] = ['send', 'read', 'full'];
const NEW = {
  name: '',
  scope: 'send' as Scope,
  expires_at: null as string | null,
  allowed_addresses: null as string | null,
};

/** The form of a new key, then the key itself. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const t = useTexts('developers.page');
  const [made, setMade] = useState<Schema<'ApiKeyCreated'> | null>(null);
  if (made)
    return <ShownOnce title={t('keyMade')} lead={t('keyOnce')} secret={made.api_key} onClose={onClose} />;
  return (
    <FormDialog
      title={t('newKey')}
      lead={t('newKeyLead')}
      firm
      limits={CreateApiKey}
      initial={NEW}
      save={(fields) => call('POST /api-keys', { body: bodyOf(fields) })}
      onSaved={setMade}
      changes={keysQuery.queryKey}
      action={t('create')}
      onClose={onClose}
    >
      {({ scope }) => (
        <>
          <TextField name="name" label={t('name')} hint={t('nameHint')} />
          <SelectField
            name="scope"
            label={t('scope')}
            hint={t(`${scope}Hint`)}
            options={SCOPES.map((each) => [each, t(each)])}
          />
          <TextField name="expires_at" type="date" label={t('ends')} hint={t('endsHint')} />
          <AreaField
            name="allowed_addresses"
            label={t('addresses')}
            hint={t('addressesHint')}
            className="font-mono text-[13px]"
            spellCheck={false}
            placeholder={'203.0.113.7\n203.0.113.0/24'}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The key works until the end of the chosen day, in the time zone of the browser. */
function bodyOf({ expires_at: day, allowed_addresses, ...fields }: typeof NEW): Schema<'CreateApiKey'> {
  return {
    ...fields,
    expires_at: day ? fromLocalInput(`${day}T23:59:59`) : null,
    allowed_addresses: allowed_addresses?.split(/[\s,;]+/).filter(Boolean) ?? [],
  };
}
