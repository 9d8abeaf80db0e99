import { call } from '../../../../api/call.ts';
import { SetFlowSecret } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { useField } from '../../../../ui/form/facts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { secretsQuery } from '../queries.ts';

/** Sets the value of a secret. With an empty name, of a new one. */
export function SecretDialog({ name: given, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts('flows.secrets');
  return (
    <FormDialog
      title={given === '' ? t('add') : t('replaceNamed', { name: given })}
      width="small"
      firm
      limits={SetFlowSecret}
      initial={{ name: given, value: '' }}
      save={({ name, value }) => call('PUT /flows/secrets/{name}', { name, body: { value } })}
      onSaved={(_, { name }) => {
        onClose();
        notify(t('saved', { name }));
      }}
      changes={secretsQuery.queryKey}
      onClose={onClose}
    >
      {given === '' && <NameField />}
      <TextField name="value" type="password" label={t('value')} hint={t('valueHint')} autoComplete="off" />
    </FormDialog>
  );
}

function NameField() {
  const t = useTexts('flows.secrets');
  const { value, setValue } = useField<string>('name');
  return (
    <TextField
      name="name"
      label={t('name')}
      hint={t('nameHint', { example: `{{secret.${value || 'shop_key'}}}` })}
      required
      className="font-mono"
      maxLength={40}
      pattern="[a-z][a-z0-9_]*"
      onChange={({ target }) => setValue(target.value.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_'))}
    />
  );
}
