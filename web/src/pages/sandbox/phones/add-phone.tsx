import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import { createPhone } from '../../../queries/sandbox.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';

const MAX_NAME = 100;
const MAX_NUMBER = 40;

export function AddPhone({ onClose }: { onClose: () => void }) {
  const t = useTexts('sandbox.page');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const add = useMutation({
    mutationFn: () =>
      createPhone({ name: name.trim(), ...(number.trim() !== '' && { number: number.trim() }) }),
    onSuccess: async (phone) => {
      onClose();
      await navigate({ to: '/sandbox', search: { phone: phone.number } });
    },
  });
  const problem = add.error && asProblem(add.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog open onClose={onClose} width="small" title={t('addPhone')} lead={t('addLead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(field) => (
            <Input
              {...field}
              required
              maxLength={MAX_NAME}
              placeholder="Sari"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('number')} hint={t('numberHint')} problem={fieldProblem(problem, 'number')}>
          {(field) => (
            <Input
              {...field}
              inputMode="tel"
              maxLength={MAX_NUMBER}
              placeholder="081377788899"
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            />
          )}
        </Field>
        {problem?.code !== 'invalid_fields' && <ProblemLine problem={add.error} />}
        <Button kind="primary" type="submit" className="justify-self-end" busy={add.isPending}>
          {t('add')}
        </Button>
      </form>
    </Dialog>
  );
}
