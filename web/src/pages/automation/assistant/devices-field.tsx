import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AllOrSome } from '../../../ui/all-or-some.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { widgetsQuery } from './queries.ts';

/** All devices and web chats, or some of them. */
export function DevicesField() {
  const t = useTexts('assistant.page');
  const { value, setValue: onValue, problem } = useField<readonly string[] | null>('device_uuids');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const items = [
    ...devices.map(({ device_uuid: id, label, phone_number }) => ({
      id,
      name: phone_number === null ? label : `${label} · ${phone_number}`,
    })),
    ...widgets
      .filter(({ mode }) => mode === 'chat')
      .map(({ id, name }) => ({ id, name: t('webChat', { name }) })),
  ];
  const others = (count: number) => t('otherDevices', { count });
  return (
    <AllOrSome legend={t('devices')} all={t('allDevices')} {...{ items, others, value, onValue, problem }} />
  );
}
