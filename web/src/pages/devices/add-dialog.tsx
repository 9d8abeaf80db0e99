import { Cloud, QrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CreateDevice } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { LabelField } from './label-field.tsx';
import { OfficialDialog } from './official/official-dialog.tsx';
import { PairDialog } from './pairing/pair-dialog.tsx';
import { createDevice, type Device } from './queries.ts';

/** From the question how to connect, to a connected number. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<'choice' | 'economy' | 'official'>('choice');
  const [created, setCreated] = useState<Device | null>(null);
  const back = () => setStep('choice');
  if (created) return <PairDialog device={created} isNew onClose={onClose} />;
  if (step === 'economy') return <EconomyDialog onBack={back} onCreated={setCreated} onClose={onClose} />;
  if (step === 'official') return <OfficialDialog onBack={back} onClose={onClose} />;
  return <Choice onChoose={setStep} onClose={onClose} />;
}

function Choice({
  onChoose,
  onClose,
}: {
  onChoose: (step: 'economy' | 'official') => void;
  onClose: () => void;
}) {
  const t = useTexts('devices.page');
  return (
    <Dialog open onClose={onClose} title={t('addTitle')} lead={t('addLead')}>
      <div className="grid gap-2">
        <Way
          icon={<QrCode aria-hidden />}
          name={t('byQr')}
          hint={t('byQrHint')}
          onClick={() => onChoose('economy')}
        />
        <Way
          icon={<Cloud aria-hidden />}
          name={t('byToken')}
          hint={t('byTokenHint')}
          onClick={() => onChoose('official')}
        />
      </div>
    </Dialog>
  );
}

interface WayProps {
  icon: ReactNode;
  name: string;
  hint: string;
  onClick: () => void;
}

function Way({ icon, name, hint, onClick }: WayProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex items-start gap-3 rounded-lg border border-line bg-card p-4 text-left hover:bg-hover
        [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="grid gap-0.5">
        <span className="font-medium">{name}</span>
        <span className="text-[13px] text-soft">{hint}</span>
      </span>
    </button>
  );
}

interface EconomyProps {
  onBack: () => void;
  onCreated: (device: Device) => void;
  onClose: () => void;
}

function EconomyDialog({ onBack, onCreated, onClose }: EconomyProps) {
  const t = useTexts('devices.page');
  return (
    <FormDialog
      title={t('byQr')}
      lead={t('byQrHint')}
      limits={CreateDevice}
      initial={{ label: '' }}
      save={async ({ label }) => {
        const { device_uuid } = await createDevice({ label });
        const { data } = await queryClient.ensureQueryData(devicesQuery);
        return { device: data.find((device) => device.device_uuid === device_uuid) };
      }}
      onSaved={({ device }) => (device ? onCreated(device) : onClose())}
      action={t('next')}
      aside={<Button onClick={onBack}>{t('back')}</Button>}
      onClose={onClose}
    >
      <LabelField />
    </FormDialog>
  );
}
