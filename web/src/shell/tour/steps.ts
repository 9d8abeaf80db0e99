import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { isWayBack, useMe } from '../../session/session.ts';

export type StepName = 'password' | 'device' | 'message' | 'rule' | 'invite';

/** What the data of the account says about each step. Null while it loads. */
export function useSteps(enabled: boolean): { name: StepName; isDone: boolean }[] | null {
  const me = useMe();
  const devices = useQuery({ ...devicesQuery, enabled });
  const first = { limit: 1 };
  const conversations = useQuery({
    queryKey: ['tour', 'conversations'],
    enabled,
    queryFn: () => call('GET /conversations', { query: first }),
  });
  const rules = useQuery({
    queryKey: ['tour', 'rules'],
    enabled,
    queryFn: () => call('GET /auto-replies'),
  });
  const users = useQuery({
    queryKey: ['tour', 'users'],
    enabled,
    queryFn: () => call('GET /users'),
  });
  const others = useOtherAnswers(rules.data?.data.length === 0 && enabled);
  if (!(devices.data && conversations.data && rules.data && users.data) || others === null) return null;
  return [
    // Who came by a link must do it before the link is gone.
    ...(isWayBack(me) ? [] : [{ name: 'password' as const, isDone: false }]),
    { name: 'device', isDone: devices.data.data.some(({ phone_number }) => phone_number !== null) },
    { name: 'message', isDone: conversations.data.data.length > 0 },
    { name: 'rule', isDone: rules.data.data.length > 0 || others },
    { name: 'invite', isDone: users.data.data.length > 1 },
  ];
}

/** Whether a flow or the assistant answers customers. Null while it loads. */
function useOtherAnswers(enabled: boolean): boolean | null {
  const flows = useQuery({
    queryKey: ['tour', 'flows'],
    enabled,
    queryFn: () => call('GET /flows', { query: { limit: 200 } }),
  });
  const assistant = useQuery({
    queryKey: ['tour', 'assistant'],
    enabled,
    queryFn: () => call('GET /assistant'),
  });
  if (flows.isLoading || assistant.isLoading) return null;
  const hasFlow = flows.data?.data.some(({ published_version: version }) => version !== null) ?? false;
  return hasFlow || (assistant.data?.enabled === true && assistant.data.mode === 'live');
}
