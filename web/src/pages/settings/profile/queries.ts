import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => call('GET /me/sessions'),
});

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call('GET /totp'),
});
