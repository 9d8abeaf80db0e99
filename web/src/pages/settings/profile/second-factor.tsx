import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import { NO_PROOF, ProofFields } from '../../../session/proof-fields.tsx';
import { sessionQuery, useMe } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { AddFactor } from './add-factor.tsx';
import { secondFactorQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Whether a log-in needs a code too, and how many recovery codes are left. */
export function SecondFactor() {
  const [t, format] = [useTexts('settings.page'), useFormat()];
  const { has_password } = useMe();
  const factor = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<'add' | 'codes' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={t('secondFactor')} lead={t('secondFactorLead')}>
      <Loaded query={factor}>
        {({ enabled, confirmed_at, recovery_codes }) =>
          enabled ? (
            <div className="flex flex-wrap items-center gap-3">
              <Badge tone="good">{t('on')}</Badge>
              <span className="flex-1 text-soft">
                {confirmed_at !== null && `${t('onSince', { day: format.day(confirmed_at) })} `}
                {t('codesLeft', { count: recovery_codes })}
              </span>
              <Button onClick={() => setOpen('codes')}>{t('newCodes')}</Button>
              <Button onClick={() => setOpen('remove')}>{t('turnOff')}</Button>
            </div>
          ) : has_password ? (
            <Button onClick={() => setOpen('add')}>{t('turnOn')}</Button>
          ) : (
            <p className="text-soft">{t('factorNeedsPassword')}</p>
          )
        }
      </Loaded>
      {open === 'add' && <AddFactor onClose={close} />}
      {(open === 'codes' || open === 'remove') && <ProveFactor act={open} onClose={close} />}
    </Section>
  );
}

/** New recovery codes, or no second factor any more: both need the password and a code. */
function ProveFactor({ act, onClose }: { act: 'codes' | 'remove'; onClose: () => void }) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [body, setBody] = useState(NO_PROOF);
  const prove = useMutation({
    mutationFn: async (): Promise<readonly string[]> => {
      if (act === 'codes') return (await call('POST /totp/recovery-codes', { body })).recovery_codes;
      await call('DELETE /totp', { body });
      return [];
    },
    onSuccess: async (codes) => {
      if (codes.length === 0) onClose();
      await Promise.all([
        client.invalidateQueries(secondFactorQuery),
        client.invalidateQueries(sessionQuery),
      ]);
    },
  });
  if (prove.data && prove.data.length > 0) return <RecoveryCodes codes={prove.data} onClose={onClose} />;
  const problem = prove.error ? asProblem(prove.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind={act === 'remove' ? 'danger' : 'primary'} type="submit" form={form} busy={prove.isPending}>
        {t(act === 'remove' ? 'turnOff' : 'newCodes')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={t(act === 'remove' ? 'turnOff' : 'newCodes')}
      lead={t(act === 'remove' ? 'turnOffLead' : 'newCodesLead')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <ProofFields proof={body} onProof={setBody} problem={problem} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
