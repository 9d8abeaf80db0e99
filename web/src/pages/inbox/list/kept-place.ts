import { type RefObject, useEffect, useRef } from 'react';

const KEY = 'kurir.inbox.place';

/**
 * After a reload, the list is where it was: of this tab, and of the list `name`. The rows before are read page by page.
 * `isWhole`: there are no more pages. `height` changes with the rows.
 */
export function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  name: string,
  isWhole: boolean,
  height: number,
): void {
  const wanted = useRef(-1);
  useEffect(() => {
    wanted.current = placeOf(name);
    sessionStorage.removeItem(KEY);
    const keep = () => sessionStorage.setItem(KEY, JSON.stringify([name, scroller.current?.scrollTop ?? 0]));
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [name, scroller]);
  useEffect(() => {
    const { current: list } = scroller;
    if (!list || wanted.current <= 0 || height === 0) return;
    list.scrollTop = wanted.current;
    if (isWhole || list.scrollTop >= wanted.current - 1) wanted.current = -1;
  }, [scroller, isWhole, height]);
}

function placeOf(name: string): number {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return Array.isArray(kept) && kept[0] === name && typeof kept[1] === 'number' ? kept[1] : -1;
}
