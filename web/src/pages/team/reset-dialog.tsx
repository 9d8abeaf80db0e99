import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { usersQuery } from '../../queries/users.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { LinkOnce } from './link-once.tsx';

/** Ends the password at once and makes a link for a new one. An open invitation gets a new link. */
export function ResetDialog({ user, onClose }: { user: Schema<'User'>; onClose: () => void }) {
  const [t, ui] = [useTexts('team.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const [isWithFactor, setWithFactor] = useState(false);
  const reset = useMutation({
    mutationFn: () =>
      call('POST /users/{id}/reset', { id: user.id, body: { remove_second_factor: isWithFactor } }),
    onSuccess: () => client.invalidateQueries(usersQuery),
  });
  const { name, status, has_second_factor } = user;
  if (reset.data) return <LinkOnce answer={reset.data} title={t('linkFor', { name })} onClose={onClose} />;
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" busy={reset.isPending} onClick={() => reset.mutate()}>
        {t('makeLink')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('resetTitle', { name })}
      lead={status === 'invited' ? t('newLinkLead') : t('resetLead')}
      footer={footer}
    >
      {has_second_factor && (
        <Checkbox
          label={t('removeFactor')}
          hint={t('removeFactorHint')}
          checked={isWithFactor}
          onChange={(event) => setWithFactor(event.target.checked)}
        />
      )}
      <ProblemLine problem={reset.error} />
    </Dialog>
  );
}
