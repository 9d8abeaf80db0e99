import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
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
  const [label, setLabel] = useState('');
  const [id, setId] = useState('');
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const add = useMutation({
    mutationFn: () =>
      createDevice({
        engine: 'official_cloud',
        label,
        official_phone_number_id: id,
        ...secretsOf(secrets),
      }),
  });
  if (add.data) return <Added device={add.data} onClose={onClose} />;
  const problem = add.error && asProblem(add.error);
  // The line below the form shows the others.
  const labelProblem = fieldProblem(problem, 'label') === undefined ? null : problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={t('title')} lead={t('lead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <LabelField value={label} problem={labelProblem} onChange={setLabel} />
        <Field
          label={t('phoneNumberId')}
          hint={t('phoneNumberIdHint')}
          problem={fieldProblem(problem, 'official_phone_number_id')}
        >
          {(field) => (
            <Input
              {...field}
              required
              inputMode="numeric"
              maxLength={32}
              placeholder="106540352242922"
              value={id}
              onChange={(event) => setId(event.target.value.trim())}
            />
          )}
        </Field>
        <SecretFields value={secrets} problem={problem} onChange={setSecrets} />
        <Refusal problem={add.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onBack}>{own('back')}</Button>
          <Button kind="primary" type="submit" busy={add.isPending}>
            {add.isPending ? t('checking') : t('add')}
          </Button>
        </div>
      </form>
    </Dialog>
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
      lead={t('connectedLead', { number: `+${number}` })}
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
