import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { LabelField } from './label-field.tsx';
import { type Device, renameDevice } from './queries.ts';

export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTexts('devices.page');
  const [label, setLabel] = useState(device.label);
  const rename = useMutation({
    mutationFn: () => renameDevice(device.device_uuid, label),
    onSuccess: () => {
      notify(t('renamed'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog open onClose={onClose} width="small" title={t('renameTitle')}>
      <form className="grid gap-4" onSubmit={submit}>
        <LabelField value={label} problem={rename.error && asProblem(rename.error)} onChange={setLabel} />
        <Button kind="primary" type="submit" busy={rename.isPending} className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}
