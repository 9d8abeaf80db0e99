import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Device, replaceToken } from '../queries.ts';
import { Refusal } from './refusal.tsx';
import { NO_SECRETS, SecretFields, secretsOf } from './secret-fields.tsx';

/** Replaces the token of an official device, when the provider accepts the new one. */
export function TokenDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTexts('devices.official');
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const replace = useMutation({
    mutationFn: () => replaceToken(device.device_uuid, secretsOf(secrets)),
    onSuccess: () => {
      notify(t('replaced'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replace.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={t('replaceTitle')} lead={t('replaceLead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <SecretFields
          value={secrets}
          problem={replace.error && asProblem(replace.error)}
          onChange={setSecrets}
        />
        <Refusal problem={replace.error} />
        <Button kind="primary" type="submit" busy={replace.isPending} className="justify-self-end">
          {replace.isPending ? t('checking') : t('replace')}
        </Button>
      </form>
    </Dialog>
  );
}
