import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import { NO_PROOF, ProofFields } from '../../../session/proof-fields.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Password, then the QR and the first code of the app, then the recovery codes. */
export function AddFactor({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [proof, setProof] = useState(NO_PROOF);
  const [code, setCode] = useState('');
  const begin = useMutation({
    mutationFn: () => call('POST /totp', { body: { password: proof.password } }),
  });
  const confirm = useMutation({
    mutationFn: () => call('POST /totp/confirm', { body: { code: code.replace(/\s/g, '') } }),
  });
  const finish = async () => {
    onClose();
    await client.invalidateQueries();
  };
  if (confirm.data)
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={() => void finish()} />;
  const step = begin.data ? confirm : begin;
  const problem = step.error ? asProblem(step.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    step.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={step.isPending}>
        {t(begin.data ? 'turnOn' : 'next')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      width="small"
      title={t('turnOn')}
      lead={t(begin.data ? 'scanLead' : 'provePassword')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        {begin.data ? (
          <>
            <img
              src={begin.data.qr_png}
              alt={t('qr')}
              width={200}
              height={200}
              className="justify-self-center rounded-md bg-white p-2"
            />
            <div className="grid gap-1.5">
              <p className="text-[13px] text-faint">{t('typeSecret')}</p>
              <CopyBox text={begin.data.secret} />
            </div>
            <Field label={t('firstCode')} problem={fieldProblem(problem, 'code')}>
              {(control) => (
                <Input
                  {...control}
                  required
                  autoFocus
                  inputMode="numeric"
                  maxLength={10}
                  autoComplete="one-time-code"
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                />
              )}
            </Field>
          </>
        ) : (
          <ProofFields {...{ proof, problem }} onProof={setProof} />
        )}
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
