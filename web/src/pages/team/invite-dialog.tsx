import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { LinkOnce } from './link-once.tsx';
import { bodyOfRights, type Rights, RoleFields } from './role-fields.tsx';

/** The form of an invitation, then its link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('team.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Rights>({ role: 'agent', device_uuids: [] });
  const invite = useMutation({
    mutationFn: () =>
      ok(api.POST('/app/api/invitations', { body: { email: email.trim(), name, ...bodyOfRights(rights) } })),
    onSuccess: () => client.invalidateQueries(usersQuery),
  });
  if (invite.data)
    return <LinkOnce answer={invite.data} title={t('invitedTitle', { name })} onClose={onClose} />;
  const problem = invite.error ? asProblem(invite.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={invite.isPending}>
        {t('makeLink')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('invite')} lead={t('inviteLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('email')} problem={fieldProblem(problem, 'email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoFocus
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
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
