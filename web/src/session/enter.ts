import { gatewayPath } from '../place.ts';

/**
 * Goes where the user wanted to go before the log-in. Loads the page again, so that nothing of an earlier user
 * stays. `next` is a path of this app; another address leads to the start.
 */
export function enter(next = '/'): void {
  const isPath = /^\/(?![/\\])/.test(next);
  location.replace(gatewayPath(`/app${isPath ? next : '/'}`));
}
