import { useState } from 'react';
import { CreateDevice } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { LabelField } from '../label-field.tsx';
import { createDevice } from '../queries.ts';
import { Refusal } from './refusal.tsx';
import { NO_SECRETS, SecretFields, secretsOf } from './secret-fields.tsx';
import { WebhookSetup } from './webhook-setup.tsx';

interface Props {
  onBack: () => void;
  onClose: () => void;
}

/** Adds a number of the provider. What was typed stays when the provider refuses it. */
export function OfficialDialog({ onBack, onClose }: Props) {
  const [t, own] = [useTexts('devices.official'), useTexts('devices.page')];
  const [added, setAdded] = useState<Schema<'DeviceCreated'> | null>(null);
  if (added) return <Added device={added} onClose={onClose} />;
  return (
    <FormDialog
      title={t('title')}
      lead={t('lead')}
      limits={CreateDevice}
      initial={{ label: '', official_phone_number_id: '', ...NO_SECRETS }}
      save={({ label, official_phone_number_id: id, ...secrets }) =>
        createDevice({
          engine: 'official_cloud',
          label,
          official_phone_number_id: id.trim(),
          ...secretsOf(secrets),
        })
      }
      onSaved={setAdded}
      said={Refusal}
      action={t('add')}
      aside={<Button onClick={onBack}>{own('back')}</Button>}
      onClose={onClose}
    >
      <LabelField />
      <TextField
        name="official_phone_number_id"
        label={t('phoneNumberId')}
        hint={t('phoneNumberIdHint')}
        inputMode="numeric"
        placeholder="106540352242922"
      />
      <SecretFields />
    </FormDialog>
  );
}

function Added({ device, onClose }: { device: Schema<'DeviceCreated'>; onClose: () => void }) {
  const t = useTexts('devices.official');
  const { verified_name: name = '', phone_number: number = '' } = device;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('connected', { name })}
      lead={t('connectedLead', { number: phoneText(number) })}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <WebhookSetup />
    </Dialog>
  );
}
