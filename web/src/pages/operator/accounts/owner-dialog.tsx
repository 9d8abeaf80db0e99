import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import type { Account } from '../queries.ts';
import { OwnerFields } from './owner-fields.tsx';

/** Makes an owner for an account, and shows the link once. */
export function OwnerDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [t, ui] = [useTexts('operator.accounts'), useTexts('common.ui')];
  const form = useId();
  const [owner, setOwner] = useState({ name: '', email: '' });
  const invite = useMutation({
    mutationFn: () =>
      ok(
        api.POST('/app/api/operator/accounts/{id}/owners', {
          params: { path: { id: String(account.id) } },
          body: { name: owner.name.trim(), email: owner.email.trim() },
        }),
      ),
  });
  if (invite.data) {
    const { user, link } = invite.data;
    const title = t('linkFor', { name: user.name });
    return (
      <ShownOnce title={title} lead={t('linkOnce')} secret={link.url} onClose={onClose}>
        <AddressWarning />
      </ShownOnce>
    );
  }
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
    <Dialog open firm onClose={onClose} title={t('inviteOwner')} lead={t('inviteOwnerLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <OwnerFields owner={owner} isRequired problem={problem} onChange={setOwner} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
