import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => ok(api.GET('/app/api/me/sessions')),
});

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => ok(api.GET('/app/api/totp')),
});
