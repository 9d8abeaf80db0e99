import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from './devices.ts';
import { keysQuery } from './keys.ts';
import { usersQuery } from './users.ts';

/** Names of users, keys and devices by their id. Deleted ones have none. Only for admins. */
export function useNames(): (id: string) => string | undefined {
  const users = useQuery(usersQuery).data;
  const keys = useQuery(keysQuery).data?.data;
  const devices = useQuery(devicesQuery).data?.data;
  return (id) =>
    users?.find((user) => user.id === id)?.name ??
    keys?.find((key) => key.id === id)?.name ??
    devices?.find((device) => device.device_uuid === id)?.label;
}
