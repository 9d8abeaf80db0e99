import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateSandboxOfficialNumber } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { attachOfficial, createOfficial } from '../queries.ts';

/** A number of the provider, and with one more click a device. */
export function AddOfficial({ onClose }: { onClose: () => void }) {
  const t = useTexts('sandbox.officials');
  const [made, setMade] = useState<Schema<'SandboxOfficialNumberCreated'> | null>(null);
  if (made) return <Created official={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('add')}
      lead={t('addLead')}
      width="small"
      limits={CreateSandboxOfficialNumber}
      initial={{ name: '' }}
      save={({ name }) => createOfficial({ name: name.trim() })}
      onSaved={setMade}
      action={t('create')}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} placeholder="Toko Resmi" />
    </FormDialog>
  );
}

/** The token is shown once, so a click beside the dialog does not close it. */
function Created({
  official,
  onClose,
}: {
  official: Schema<'SandboxOfficialNumberCreated'>;
  onClose: () => void;
}) {
  const [t, ui] = [useTexts('sandbox.officials'), useTexts('common.ui')];
  const { name, phone_number_id: id, access_token: token } = official;
  const navigate = useNavigate();
  const attach = useMutation({
    mutationFn: () => attachOfficial(official),
    onSuccess: async () => {
      notify(t('attached', { name }));
      onClose();
      await navigate({ to: '/sandbox', search: { official: id } });
    },
  });
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('createdTitle', { name })}
      lead={t('createdLead')}
      footer={
        <>
          <Button onClick={onClose}>{ui('close')}</Button>
          <Button kind="primary" busy={attach.isPending} onClick={() => attach.mutate()}>
            {t('attach')}
          </Button>
        </>
      }
    >
      <dl className="grid gap-3">
        <div className="grid gap-1">
          <dt className="text-[13px] font-medium">{t('phoneNumberId')}</dt>
          <dd>
            <CopyBox text={id} />
          </dd>
        </div>
        <div className="grid gap-1">
          <dt className="text-[13px] font-medium">{t('token')}</dt>
          <dd>
            <CopyBox text={token} />
          </dd>
        </div>
      </dl>
      <ProblemLine problem={attach.error} />
    </Dialog>
  );
}
