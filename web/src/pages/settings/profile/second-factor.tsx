import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { ProofDialog } from '../../../session/proof-dialog.tsx';
import { sessionQuery, useMe } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
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
  const t = useTexts('settings.page');
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={t(act === 'remove' ? 'turnOff' : 'newCodes')}
      lead={t(act === 'remove' ? 'turnOffLead' : 'newCodesLead')}
      action={t(act === 'remove' ? 'turnOff' : 'newCodes')}
      danger={act === 'remove'}
      run={async (body) => {
        if (act === 'codes')
          return setCodes((await call('POST /totp/recovery-codes', { body })).recovery_codes);
        await call('DELETE /totp', { body });
        onClose();
      }}
      onDone={() =>
        Promise.all([
          queryClient.invalidateQueries(secondFactorQuery),
          queryClient.invalidateQueries(sessionQuery),
        ])
      }
      onClose={onClose}
    />
  );
}
