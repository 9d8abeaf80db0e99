import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AllOrSome } from '../../../ui/all-or-some.tsx';
import { Checkbox, fieldProblem } from '../../../ui/field.tsx';

type EventName = Schema<'RegisterWebhook'>['events'][number];

/** Of a new webhook. */
export const USUAL_EVENTS: readonly EventName[] = ['message.received', 'message.status', 'device.status'];
export const EVENTS: readonly EventName[] = [
  ...USUAL_EVENTS,
  'message.media',
  'message.reaction',
  'message.edited',
  'message.deleted',
  'conversation.updated',
  'contact.opted_out',
  'contact.opted_in',
];

/** Which events a webhook gets. */
export interface Wanted {
  events: readonly EventName[];
  /** Null: of all numbers. */
  devices: readonly string[] | null;
}

interface Props {
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
  problem: Problem | null;
}

export function WebhookFields({ wanted, onWanted, problem }: Props) {
  const t = useTexts('developers.page');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const items = devices.map(({ device_uuid: id, label, phone_number }) => ({
    id,
    name: phone_number === null ? label : `${label} · ${phone_number}`,
  }));
  const toggle = (name: EventName) =>
    onWanted({
      ...wanted,
      events: EVENTS.filter((each) => (each === name) !== wanted.events.includes(each)),
    });
  const eventsProblem = fieldProblem(problem, 'events');
  return (
    <>
      <fieldset className="grid gap-2.5">
        <legend className="mb-1.5 text-[13px] font-medium">{t('events')}</legend>
        {EVENTS.map((name) => (
          <Checkbox
            key={name}
            label={t(name)}
            hint={name}
            checked={wanted.events.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
        {eventsProblem && <p className="text-[13px] text-bad">{eventsProblem}</p>}
      </fieldset>
      <AllOrSome
        legend={t('numbers')}
        all={t('allNumbers')}
        items={items}
        value={wanted.devices}
        onValue={(value) => onWanted({ ...wanted, devices: value })}
        others={(count) => t('releasedNumbers', { count })}
        problem={fieldProblem(problem, 'device_uuids')}
      />
    </>
  );
}

export const bodyOf = ({ events, devices }: Wanted) => ({
  events: [...events],
  device_uuids: devices && [...devices],
});

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
