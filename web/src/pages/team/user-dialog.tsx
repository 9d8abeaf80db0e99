import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import type { Schema } from '../../api/schemas.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { notify } from '../../ui/toast.tsx';
import { bodyOfRights, type Rights, RoleFields } from './role-fields.tsx';

/** Name, role and devices of a colleague. */
export function UserDialog({ user, onClose }: { user: Schema<'User'>; onClose: () => void }) {
  const [t, ui] = [useTexts('team.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [name, setName] = useState(user.name);
  const [before] = useState<Rights>({ role: user.role, device_uuids: user.device_uuids ?? [] });
  const [rights, setRights] = useState(before);
  const change = useMutation({
    mutationFn: () => {
      // The gateway asks who is there before a change of rights, and not before another name.
      const body = { ...(name !== user.name && { name }), ...(rights !== before && bodyOfRights(rights)) };
      return ok(api.PATCH('/app/api/users/{id}', { params: { path: { id: user.id } }, body }));
    },
    onSuccess: async () => {
      notify(t('changed', { name }));
      onClose();
      await client.invalidateQueries(usersQuery);
    },
  });
  const problem = change.error ? asProblem(change.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={change.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={user.name} lead={user.email} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <RoleFields rights={rights} onChange={setRights} problem={problem} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
