import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';

/** Widgets, whose live chats agents can be given too. */
export const widgetNamesQuery = queryOptions({
  queryKey: ['widgets', 'names'],
  queryFn: async () => {
    const { data } = await ok(api.GET('/app/api/widgets', {}));
    return data.map(({ id, name }) => ({ id, name }));
  },
});
