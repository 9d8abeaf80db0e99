import { call } from '../../api/call.ts';
import type { paths } from '../../api/schema.ts';
import { gatewayPath } from '../../place.ts';
import { pagesQuery } from '../../queries/pages.ts';
import { fromLocalInput } from '../../texts/local-input.ts';
import type { MessageSearch } from './search.ts';

type Query = NonNullable<paths['/app/api/messages']['get']['parameters']['query']>;

/** Both days are days of the browser. */
function filterOf({ device, broadcast, from, to, ...search }: MessageSearch): Query {
  const filter = {
    ...search,
    device_uuid: device,
    broadcast_id: broadcast,
    since: from && (fromLocalInput(`${from}T00:00:00`) ?? from),
    until: to && (fromLocalInput(`${to}T23:59:59.999`) ?? to),
  };
  // The gateway checks the address of the page.
  return filter as unknown as Query;
}

export const messagesQuery = (search: MessageSearch) =>
  pagesQuery(['messages', search], (cursor) =>
    call('GET /messages', { query: { ...filterOf(search), cursor } }),
  );

export function exportPath(search: MessageSearch): string {
  const filter = Object.entries(filterOf(search)).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return gatewayPath(`/app/api/messages/export?${new URLSearchParams(filter)}`);
}
