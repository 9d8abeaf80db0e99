import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AllOrSome } from '../../../ui/all-or-some.tsx';
import { Checks } from '../../../ui/checks.tsx';
import { useField } from '../../../ui/form/facts.ts';

type EventName = Schema<'RegisterWebhook'>['events'][number];

/** Of a new webhook. */
const USUAL_EVENTS: readonly EventName[] = ['message.received', 'message.status', 'device.status'];
export const EVENTS: readonly EventName[] = [
  ...USUAL_EVENTS,
  'message.media',
  'message.reaction',
  'message.edited',
  'message.deleted',
  'conversation.updated',
  'conversation.rated',
  'contact.opted_out',
  'contact.opted_in',
];

export const NEW_WEBHOOK = {
  url: '',
  events: [...USUAL_EVENTS],
  device_uuids: null as string[] | null,
};

/** Which events a webhook gets. */
export function WebhookFields() {
  const t = useTexts('developers.page');
  const events = useField<readonly EventName[]>('events');
  const numbers = useField<string[] | null>('device_uuids');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const items = devices.map(({ device_uuid: id, label, phone_number }) => ({
    id,
    name: phone_number === null ? label : `${label} · ${phone_number}`,
  }));
  return (
    <>
      <Checks
        legend={t('events')}
        items={EVENTS.map((id) => ({ id, label: t(id), hint: id }))}
        chosen={events.value}
        onChange={(chosen) => events.setValue(EVENTS.filter((name) => chosen.includes(name)))}
        problem={events.problem}
      />
      <AllOrSome
        legend={t('numbers')}
        all={t('allNumbers')}
        items={items}
        value={numbers.value}
        onValue={numbers.setValue}
        others={(count) => t('releasedNumbers', { count })}
        problem={numbers.problem}
      />
    </>
  );
}

/** Its events and numbers in one line. Names wait for the devices. */
export function WantedLine({ webhook: { events, device_uuids } }: { webhook: Schema<'Webhook'> }) {
  const t = useTexts('developers.page');
  const devices = useQuery(devicesQuery).data?.data;
  const named = devices?.filter(({ device_uuid }) => device_uuids?.includes(device_uuid)) ?? [];
  const released = devices && device_uuids ? device_uuids.length - named.length : 0;
  const numbers =
    device_uuids === null
      ? [t('allNumbers')]
      : [
          ...named.map(({ label }) => label),
          ...(released > 0 ? [t('releasedNumbers', { count: released })] : []),
        ];
  return <bdi className="wrap-anywhere">{[...events.map((event) => t(event)), ...numbers].join(' · ')}</bdi>;
}
