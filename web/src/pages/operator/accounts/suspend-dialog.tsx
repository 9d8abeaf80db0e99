import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Account, showAccount } from '../queries.ts';

/** Asks why, then suspends the account. */
export function SuspendDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [t, ui] = [useTexts('operator.accounts'), useTexts('common.ui')];
  const form = useId();
  const [reason, setReason] = useState('');
  const { id, name } = account;
  const suspend = useMutation({
    mutationFn: () =>
      ok(
        api.POST('/app/api/operator/accounts/{id}/suspend', {
          params: { path: { id: String(id) } },
          body: { reason: reason.trim() || null },
        }),
      ),
    onSuccess: (changed) => {
      showAccount(changed);
      notify(t('didSuspend', { name }));
      onClose();
    },
  });
  const problem = suspend.error ? asProblem(suspend.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    suspend.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="danger" type="submit" form={form} busy={suspend.isPending}>
        {t('suspend')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('suspendTitle', { name })}
      lead={t('suspendLead')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('reason')} hint={t('reasonHint')} problem={fieldProblem(problem, 'reason')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
