import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Widgets, whose live chats agents can be given too. */
export const widgetNamesQuery = queryOptions({
  queryKey: ['widgets', 'names'],
  queryFn: async () => {
    const { data } = await call('GET /widgets');
    return data.map(({ id, name }) => ({ id, name }));
  },
});
