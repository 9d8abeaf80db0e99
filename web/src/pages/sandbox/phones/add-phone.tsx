import { useNavigate } from '@tanstack/react-router';
import { CreateSandboxPhone } from '../../../api/limits.ts';
import { createPhone } from '../../../queries/sandbox.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';

export function AddPhone({ onClose }: { onClose: () => void }) {
  const t = useTexts('sandbox.page');
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('addPhone')}
      lead={t('addLead')}
      width="small"
      limits={CreateSandboxPhone}
      initial={{ name: '', number: '' }}
      save={({ name, number }) =>
        createPhone({ name: name.trim(), ...(number.trim() !== '' && { number: number.trim() }) })
      }
      onSaved={(phone) => {
        onClose();
        void navigate({ to: '/sandbox', search: { phone: phone.number } });
      }}
      action={t('add')}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} placeholder="Sari" />
      <TextField
        name="number"
        label={t('number')}
        hint={t('numberHint')}
        inputMode="tel"
        placeholder="081377788899"
      />
    </FormDialog>
  );
}
