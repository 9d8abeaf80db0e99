import { useEffect, useState } from 'react';

/** Of this tab alone, and of one page: an invitation must not become a log-in link. */
const key = () => `kurir.link.${location.pathname}`;

/**
 * The token behind `#` of the address, or an empty text. Removes it from the address, so that it is in no history
 * and in no picture of the screen. The tab keeps it until it is used, for a reload. Follows a link that is pasted into
 * the open page.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    const follow = () => setToken(takeToken());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return token;
}

/** The token has been used, or does not work. */
export const forgetLinkToken = () => sessionStorage.removeItem(key());

function takeToken(): string {
  if (location.hash.length > 1) {
    sessionStorage.setItem(key(), location.hash.slice(1));
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(key()) ?? '';
}
