import { useEffect } from 'react';

let title = '';
let count = 0;

/** The name of the page in the tab of the browser. */
export function useTitle(name: string): void {
  useEffect(() => {
    title = name;
    show();
  }, [name]);
}

/** A number before the name, such as unread conversations. */
export function setTitleCount(next: number): void {
  count = next;
  show();
}

function show(): void {
  if (title === '') return;
  document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Kurir`;
}
