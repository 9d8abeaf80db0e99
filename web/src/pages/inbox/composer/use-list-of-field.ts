import { type RefObject, useEffect, useRef, useState } from 'react';

interface List {
  /** The id of its element; its rows have `<listId>-<index>`. */
  listId: string;
  count: number;
  choose: (index: number) => void;
  close: () => void;
}

/** Keys of a field that belong to the list above it, and what screen readers learn of it. Returns the marked row. */
export function useListOfField(field: RefObject<HTMLTextAreaElement | null>, list: List): number {
  const [marked, mark] = useState(0);
  const { listId, count } = list;
  const present = Math.min(marked, Math.max(0, count - 1));
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Record<string, () => void> = {
        Escape: () => latest.current.close(),
        ...(count > 0 && {
          ArrowDown: () => mark((present + 1) % count),
          ArrowUp: () => mark((present + count - 1) % count),
          Enter: () => latest.current.choose(present),
          Tab: () => latest.current.choose(present),
        }),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    input.addEventListener('keydown', onKey);
    return () => input.removeEventListener('keydown', onKey);
  }, [field, count, present]);
  useEffect(() => {
    const input = field.current;
    if (!input || count === 0) return;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      'aria-activedescendant': `${listId}-${present}`,
    };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) input.removeAttribute(name);
    };
  }, [field, listId, count, present]);
  return present;
}
