import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { ReasonLine } from '../../../devices/reason-line.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';

type Found = Schema<'Attention'>;

/** More are behind the links. */
const MAX_SHOWN = 2;
const HIDDEN = 'kurir.inbox.attention-hidden';

/** What is wrong, what to do, and where. Hidden in this tab until something else is wrong. */
export default function Banner({ found }: { found: Found }) {
  const [t, ui] = [useTexts('inbox.attention'), useTexts('common.ui')];
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN));
  const name = nameOf(found);
  if (hidden === name) return null;
  const hide = () => {
    sessionStorage.setItem(HIDDEN, name);
    setHidden(name);
  };
  const items = itemsOf(found);
  return (
    <section
      aria-label={t('title')}
      className="flex items-start gap-2 border-b border-line bg-bad-soft px-3 py-2 text-[13px]"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1">
        <ul className="grid gap-1">{items.slice(0, MAX_SHOWN)}</ul>
        {items.length > MAX_SHOWN && (
          <p className="mt-1 text-soft">{t('more', { count: items.length - MAX_SHOWN })}</p>
        )}
      </div>
      <IconButton small label={ui('close')} onClick={hide} icon={X} />
    </section>
  );
}

const itemsOf = (found: Found) => [
  ...found.devices.map((device) => <DeviceItem key={device.device_uuid} device={device} />),
  ...found.webhooks.map((webhook) => <WebhookItem key={webhook.id} webhook={webhook} />),
  ...(found.cost_cap ? [<CapItem key="cap" cap={found.cost_cap} />] : []),
];

/** All of them, also when the banner is hidden. */
export function AttentionItems({ found, className }: { found: Found; className: string }) {
  return <ul className={clsx('grid gap-1 text-[13px]', className)}>{itemsOf(found)}</ul>;
}

const nameOf = ({ devices, webhooks, cost_cap: cap }: Found) =>
  [
    ...devices.map(({ device_uuid, status, reason }) => `${device_uuid} ${status} ${reason}`),
    ...webhooks.map(({ id, status }) => `${id} ${status}`),
    ...(cap ? [`cap ${cap.state} ${cap.resumes_at}`] : []),
  ].join();

function DeviceItem({ device }: { device: Found['devices'][number] }) {
  const t = useTexts('inbox.attention');
  const { device_uuid: deviceUuid, label, status } = device;
  return (
    <Item
      title={
        <>
          <bdi>{label}</bdi>
          {status !== 'connected' && t('notConnected')}
        </>
      }
      link={
        <Link to="/devices/$deviceUuid" params={{ deviceUuid }} className={LINK}>
          {t('openDevice')}
        </Link>
      }
    >
      <ReasonLine device={device} className="text-ink" />
    </Item>
  );
}

function WebhookItem({ webhook }: { webhook: Found['webhooks'][number] }) {
  const t = useTexts('inbox.attention');
  const { id, url, status, failures_left: left } = webhook;
  return (
    <Item
      title={<span className="break-all">{t('webhook', { url: new URL(url).host })}</span>}
      link={
        <Link to="/developers/webhooks/$webhookId" params={{ webhookId: String(id) }} className={LINK}>
          {t('openWebhook')}
        </Link>
      }
    >
      <p>{status === 'disabled' ? t('webhookOff') : t('webhookFails', { count: left })}</p>
    </Item>
  );
}

function CapItem({ cap }: { cap: NonNullable<Found['cost_cap']> }) {
  const [t, format] = [useTexts('inbox.attention'), useFormat()];
  const money = (amount: string) => format.amount(Number(amount), cap.currency);
  const values = { spent: money(cap.spent), amount: money(cap.amount) };
  return (
    <Item
      title={t(cap.state === 'reached' ? 'capReached' : 'capNear', values)}
      link={
        <Link to="/reports/costs" className={LINK}>
          {t('openCosts')}
        </Link>
      }
    >
      <p>{t(cap.state === 'reached' ? 'capReachedLead' : 'capNearLead')}</p>
    </Item>
  );
}

const LINK = 'font-medium whitespace-nowrap text-accent underline';

function Item({ title, link, children }: { title: ReactNode; link: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <b className="font-semibold text-bad">{title}</b>
      {children}
      {link}
    </li>
  );
}
