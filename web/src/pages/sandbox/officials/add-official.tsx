import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { attachOfficial, createOfficial } from '../queries.ts';

const MAX_NAME = 100;

/** A number of the provider, and with one more click a device. */
export function AddOfficial({ onClose }: { onClose: () => void }) {
  const t = useTexts('sandbox.officials');
  const [name, setName] = useState('');
  const create = useMutation({ mutationFn: () => createOfficial({ name: name.trim() }) });
  if (create.data) return <Created official={create.data} onClose={onClose} />;
  const problem = create.error && asProblem(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog open onClose={onClose} width="small" title={t('add')} lead={t('addLead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(field) => (
            <Input
              {...field}
              required
              maxLength={MAX_NAME}
              placeholder="Toko Resmi"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {problem?.code !== 'invalid_fields' && <ProblemLine problem={create.error} />}
        <Button kind="primary" type="submit" className="justify-self-end" busy={create.isPending}>
          {t('create')}
        </Button>
      </form>
    </Dialog>
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
