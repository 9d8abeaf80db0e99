import { RotateCredentials } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormDialog } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Device, replaceToken } from '../queries.ts';
import { Refusal } from './refusal.tsx';
import { NO_SECRETS, SecretFields, secretsOf } from './secret-fields.tsx';

/** Replaces the token of an official device, when the provider accepts the new one. */
export function TokenDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTexts('devices.official');
  return (
    <FormDialog
      title={t('replaceTitle')}
      lead={t('replaceLead')}
      limits={RotateCredentials}
      initial={NO_SECRETS}
      save={(secrets) => replaceToken(device.device_uuid, secretsOf(secrets))}
      onSaved={() => {
        notify(t('replaced'));
        onClose();
      }}
      said={Refusal}
      action={t('replace')}
      onClose={onClose}
    >
      <SecretFields />
    </FormDialog>
  );
}
