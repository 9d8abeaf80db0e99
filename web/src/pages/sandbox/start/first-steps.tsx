import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight, PlusCircle, QrCode, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { createPhone, scanWithSimulatedPhone } from '../../../queries/sandbox.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Device, nextStep } from '../next-step.ts';
import { hasWrittenQuery, type Phone, phonesQuery, sendFromPhone } from '../queries.ts';

/** Leads from an empty account to the first message, one button at a time. */
export function FirstSteps() {
  const devices = useQuery(devicesQuery).data?.data;
  const phones = useQuery(phonesQuery).data;
  const hasWritten = useQuery(hasWrittenQuery).data;
  const mayAdd = useMay('admin');
  if (!devices || !phones || hasWritten === undefined) return null;
  const step = nextStep(devices, hasWritten);
  switch (step.name) {
    case 'device':
      return mayAdd ? <AddDevice /> : null;
    case 'scan':
      return <Scan key={step.device.device_uuid} device={step.device} />;
    case 'write':
      return <Write key={step.device.device_uuid} device={step.device} phones={phones} />;
    default:
      return null;
  }
}

function AddDevice() {
  const t = useTexts('sandbox.page');
  return (
    <Step icon={<PlusCircle aria-hidden />} title={t('stepDevice')} lead={t('stepDeviceLead')}>
      <Button kind="primary" asChild>
        <Link to="/devices" search={{ add: true }}>
          {t('stepDeviceButton')}
        </Link>
      </Button>
    </Step>
  );
}

function Scan({ device }: { device: Device }) {
  const t = useTexts('sandbox.page');
  const navigate = useNavigate();
  const { label } = device;
  const scan = useMutation({
    mutationFn: () => scanWithSimulatedPhone(device),
    onSuccess: (phone) => {
      notify(t('scanned', { label }));
      return navigate({ to: '/sandbox', search: { phone } });
    },
  });
  return (
    <Step
      icon={<QrCode aria-hidden />}
      title={t('stepScan', { label })}
      lead={scan.isSuccess ? t('stepWaitLead') : t('stepScanLead')}
      problem={scan.error}
    >
      <Button kind="primary" busy={scan.isPending || scan.isSuccess} onClick={() => scan.mutate()}>
        {t('stepScanButton')}
      </Button>
    </Step>
  );
}

function Write({ device, phones }: { device: Device; phones: readonly Phone[] }) {
  const t = useTexts('sandbox.page');
  const navigate = useNavigate();
  const { label, phone_number: shop } = device;
  const write = useMutation({
    mutationFn: async () => {
      // The list may not know yet that the phone of the shop has a device.
      const known = phones.find(({ device_uuid, number }) => device_uuid === null && number !== shop);
      const { number } = known ?? (await createPhone({ name: t('customerName', { count: 1 }) }));
      const chat = { number, peer: shop ?? '' };
      await sendFromPhone(chat, { text: t('hello') });
      // The conversation of the message comes a moment later.
      queryClient.setQueryData(hasWrittenQuery.queryKey, true);
      await navigate({ to: '/sandbox', search: { phone: number, chat: chat.peer } });
    },
  });
  return (
    <Step
      icon={<UserRound aria-hidden />}
      title={t('stepWrite', { label })}
      lead={t('stepWriteLead')}
      problem={write.error}
    >
      <Button kind="primary" busy={write.isPending} onClick={() => write.mutate()}>
        {t('stepWriteButton')}
        <ArrowRight aria-hidden />
      </Button>
    </Step>
  );
}

interface StepProps {
  icon: ReactNode;
  title: string;
  lead: string;
  problem?: unknown;
  children: ReactNode;
}

function Step({ icon, title, lead, problem, children }: StepProps) {
  return (
    <section
      aria-label={title}
      className="mx-3 mt-4 grid gap-3 rounded-lg border border-line bg-card p-4 sm:mx-6"
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-accent [&_svg]:size-5">{icon}</span>
        <div className="grid min-w-52 flex-1 gap-0.5">
          <h2 className="font-semibold">
            <bdi>{title}</bdi>
          </h2>
          <p className="text-soft">{lead}</p>
        </div>
        {children}
      </div>
      <ProblemLine problem={problem} />
    </section>
  );
}
