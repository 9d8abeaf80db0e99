import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { widgetsQuery } from '../../queries/places.ts';
import { useTexts } from '../../texts/texts.ts';

const END_DIGITS = 4;

/** The labels of devices and live chats by their id, when there is more than one. Equal labels get the number. */
export function usePlaces(): (id: string | null) => string | null {
  const t = useTexts('inbox.page');
  const devices = useQuery(devicesQuery).data;
  const widgets = useQuery(widgetsQuery).data;
  return useMemo(() => {
    const all = devices?.data ?? [];
    const labelOf = ({ label, phone_number }: Schema<'Device'>) =>
      phone_number !== null && all.filter((other) => other.label === label).length > 1
        ? `${phone_number.slice(-END_DIGITS)} ${label}`
        : label;
    const names = new Map([
      ...all.map((device) => [device.device_uuid, labelOf(device)] as const),
      ...(widgets?.data ?? []).map(({ id, name }) => [id, t('liveChat', { name })] as const),
    ]);
    return (id) => (names.size > 1 && id !== null ? (names.get(id) ?? null) : null);
  }, [devices, widgets, t]);
}
