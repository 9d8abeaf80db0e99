import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { secretsQuery } from '../queries.ts';

/** Sets the value of a secret. With an empty name, of a new one. */
export function SecretDialog({ name: given, onClose }: { name: string; onClose: () => void }) {
  const [t, ui] = [useTexts('flows.secrets'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');
  const save = useMutation({
    mutationFn: () =>
      ok(api.PUT('/app/api/flows/secrets/{name}', { params: { path: { name } }, body: { value } })),
    onSuccess: async () => {
      onClose();
      notify(t('saved', { name }));
      await client.invalidateQueries(secretsQuery);
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      width="small"
      title={given === '' ? t('add') : t('replaceNamed', { name: given })}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        {given === '' && (
          <Field
            label={t('name')}
            hint={t('nameHint', { example: `{{secret.${name || 'shop_key'}}}` })}
            problem={fieldProblem(problem, 'name')}
          >
            {(control) => (
              <Input
                {...control}
                required
                className="font-mono"
                maxLength={40}
                pattern="[a-z][a-z0-9_]*"
                value={name}
                onChange={({ target }) => setName(target.value.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_'))}
              />
            )}
          </Field>
        )}
        <Field label={t('value')} hint={t('valueHint')} problem={fieldProblem(problem, 'value')}>
          {(control) => (
            <Input
              {...control}
              required
              type="password"
              autoComplete="off"
              maxLength={500}
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Field>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
