import { gatewayPath } from '../place.ts';
import { leave } from './leaving.ts';

/**
 * Goes to a page as another user, or as none. Loads the page again, so that nothing of an earlier user
 * stays. `next` is a path of this app; another address leads to the start.
 */
export function enter(next = '/'): void {
  leave();
  const isPath = /^\/(?![/\\])/.test(next);
  location.replace(gatewayPath(`/app${isPath ? next : '/'}`));
}
