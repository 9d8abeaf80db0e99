import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { FLOWS } from '../queries.ts';
import { STARTING_FLOWS, type StartingFlow, startingFlow } from './starting-flows.ts';

/** A new flow: empty, or one that works already. */
export function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('flows.list'), useTexts('common.ui')];
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const [kind, setKind] = useState<StartingFlow>('menu');
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? t(`start_${kind}`);
  const create = useMutation({
    mutationFn: () => {
      const definition = { ...startingFlow(kind, t) };
      return ok(api.POST('/app/api/flows', { body: { name, definition } }));
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: [...FLOWS, 'all'] });
      void navigate({ to: '/automation/flows/$flowId', params: { flowId: id }, ignoreBlocker: true });
    },
  });
  const problem = create.error ? asProblem(create.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={create.isPending}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('newTitle')} lead={t('newLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <div role="radiogroup" aria-label={t('newLead')} className="grid gap-2">
          {STARTING_FLOWS.map((each) => (
            <label
              key={each}
              htmlFor={`${form}-${each}`}
              className="flex items-start gap-2.5 rounded-md border border-line p-3 hover:bg-hover
                has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                id={`${form}-${each}`}
                type="radio"
                name="kind"
                className="mt-0.5 size-4 accent-accent"
                checked={kind === each}
                onChange={() => setKind(each)}
              />
              <span className="grid gap-0.5">
                <span className="font-medium">{t(`start_${each}`)}</span>
                <span className="text-[13px] text-soft">{t(`start_${each}Lead`)}</span>
              </span>
            </label>
          ))}
        </div>
        <Field label={t('nameField')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={name}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
