import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { devicesQuery } from '../../queries/devices.ts';
import { widgetsQuery } from '../../queries/places.ts';
import { useTexts } from '../../texts/texts.ts';
import { inboxTexts } from './texts.ts';

/** The labels of devices and live chats by their id, when there is more than one. */
export function usePlaces(): (id: string | null) => string | null {
  const t = useTexts(inboxTexts);
  const devices = useQuery(devicesQuery).data;
  const widgets = useQuery(widgetsQuery).data;
  return useMemo(() => {
    const names = new Map([
      ...(devices?.data ?? []).map(({ device_uuid, label }) => [device_uuid, label] as const),
      ...(widgets?.data ?? []).map(({ id, name }) => [id, t('liveChat', { name })] as const),
    ]);
    return (id) => (names.size > 1 && id !== null ? (names.get(id) ?? null) : null);
  }, [devices, widgets, t]);
}
