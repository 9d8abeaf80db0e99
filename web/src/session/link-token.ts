import { useState } from 'react';

/**
 * The token behind `#` of the address, or an empty text. Removes it from the address, so that it is in no history
 * and in no picture of the screen.
 */
export function useLinkToken(): string {
  const [token] = useState(takeToken);
  return token;
}

let taken = '';

function takeToken(): string {
  if (location.hash.length > 1) {
    taken = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}
