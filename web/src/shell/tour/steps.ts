import { useQuery } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import { devicesQuery } from '../../queries/devices.ts';

export type StepName = 'device' | 'message' | 'rule' | 'invite';

/** What the data of the account says about each step. Null while it loads. */
export function useSteps(enabled: boolean): { name: StepName; isDone: boolean }[] | null {
  const devices = useQuery({ ...devicesQuery, enabled });
  const first = { limit: 1 };
  const conversations = useQuery({
    queryKey: ['tour', 'conversations'],
    enabled,
    queryFn: () => ok(api.GET('/app/api/conversations', { params: { query: first } })),
  });
  const rules = useQuery({
    queryKey: ['tour', 'rules'],
    enabled,
    queryFn: () => ok(api.GET('/app/api/auto-replies')),
  });
  const users = useQuery({
    queryKey: ['tour', 'users'],
    enabled,
    queryFn: () => ok(api.GET('/app/api/users')),
  });
  if (!(devices.data && conversations.data && rules.data && users.data)) return null;
  return [
    { name: 'device', isDone: devices.data.data.some(({ phone_number }) => phone_number !== null) },
    { name: 'message', isDone: conversations.data.data.length > 0 },
    { name: 'rule', isDone: rules.data.data.length > 0 },
    { name: 'invite', isDone: users.data.data.length > 1 },
  ];
}
