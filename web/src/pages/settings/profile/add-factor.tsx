import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { ProofDialog } from '../../../session/proof-dialog.tsx';
import type { Proof } from '../../../session/proof-fields.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBox } from '../../../ui/copy.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const begin = ({ password }: Proof) => call('POST /totp', { body: { password } });
type Begun = Awaited<ReturnType<typeof begin>>;

/** Password, then the QR and the first code of the app, then the recovery codes. */
export function AddFactor({ onClose }: { onClose: () => void }) {
  const t = useTexts('settings.page');
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async () => {
    onClose();
    await queryClient.invalidateQueries();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={() => void finish()} />;
  if (!begun)
    return (
      <ProofDialog
        title={t('turnOn')}
        lead={t('provePassword')}
        action={t('next')}
        run={begin}
        onDone={setBegun}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      firm
      width="small"
      title={t('turnOn')}
      lead={t('scanLead')}
      initial={{ code: '' }}
      save={({ code }) => call('POST /totp/confirm', { body: { code: code.replace(/\s/g, '') } })}
      onSaved={({ recovery_codes }) => setCodes(recovery_codes)}
      action={t('turnOn')}
      onClose={onClose}
    >
      <Secret of={begun} />
      <TextField
        name="code"
        label={t('firstCode')}
        required
        autoFocus
        inputMode="numeric"
        maxLength={10}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}

function Secret({ of: { qr_png, secret } }: { of: Begun }) {
  const t = useTexts('settings.page');
  return (
    <>
      <img
        src={qr_png}
        alt={t('qr')}
        width={200}
        height={200}
        className="justify-self-center rounded-md bg-white p-2"
      />
      <div className="grid gap-1.5">
        <p className="text-[13px] text-faint">{t('typeSecret')}</p>
        <CopyBox text={secret} />
      </div>
    </>
  );
}
