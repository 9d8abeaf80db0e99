import { useCallback } from 'react';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';
import type { LiveEvent } from '../live/events.ts';
import { useLiveEvents } from '../live/live.ts';
import { reloadAttention } from './attention.ts';
import { devicesQuery } from './devices.ts';

type Device = Schema<'Device'>;

/** Keeps the devices of this tab as the stream tells. Once, in the shell. */
export function useLiveDevices(): void {
  useLiveEvents(
    useCallback((events: readonly LiveEvent[]) => {
      const changes = events.filter(({ name }) => name === 'device.status').map(({ data }) => data);
      if (changes.length === 0) return;
      for (const change of changes.filter(isChange)) showStatus(change);
      // The event has the status alone; number and times come with the device.
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
      void reloadAttention();
    }, []),
  );
}

type Change = Pick<Device, 'device_uuid' | 'status' | 'reason'> & Partial<Pick<Device, 'moving_in'>>;

/** Shows a status that is newer than the list. */
export function showStatus({ device_uuid, status, reason, moving_in }: Change): void {
  queryClient.setQueryData(
    devicesQuery.queryKey,
    (list) =>
      list && {
        data: list.data.map((device) =>
          device.device_uuid === device_uuid
            ? { ...device, status, reason, ...(moving_in !== undefined && { moving_in }) }
            : device,
        ),
      },
  );
}

const isChange = (data: unknown): data is Change =>
  typeof data === 'object' && data !== null && 'device_uuid' in data && 'status' in data;

/** Keeps the lists of templates as the provider reviews them. Once, in the shell. */
export function useLiveTemplates(): void {
  useLiveEvents(
    useCallback((events: readonly LiveEvent[]) => {
      if (!events.some(({ name }) => name.startsWith('template.'))) return;
      void reloadTemplates();
    }, []),
  );
}

/** Of every page that shows some. */
export function reloadTemplates(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('templates') });
}
