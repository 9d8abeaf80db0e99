import { ChangeDevice } from '../../api/limits.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form/form.tsx';
import { notify } from '../../ui/toast.tsx';
import { LabelField } from './label-field.tsx';
import { type Device, renameDevice } from './queries.ts';

export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTexts('devices.page');
  return (
    <FormDialog
      title={t('renameTitle')}
      width="small"
      limits={ChangeDevice}
      initial={{ label: device.label }}
      save={({ label }) => renameDevice(device.device_uuid, label)}
      onSaved={() => {
        notify(t('renamed'));
        onClose();
      }}
      onClose={onClose}
    >
      <LabelField />
    </FormDialog>
  );
}
