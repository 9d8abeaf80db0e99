import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useId } from 'react';
import { useListOfField } from './use-list-of-field.ts';

const PANEL =
  'absolute inset-x-3 bottom-full z-20 mb-1 grid max-h-72 overflow-y-auto rounded-lg border ' +
  'border-line bg-raised p-1 shadow-lg';
const ROW =
  'flex w-full cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-1.5 text-left hover:bg-active';

interface Row {
  id: string;
  content: ReactNode;
}

interface Props<Item extends Row> {
  label: string;
  /** Where the user types. It keeps the focus. */
  field: RefObject<HTMLTextAreaElement | null>;
  rows: readonly Item[];
  onChoose: (row: Item) => void;
  onClose: () => void;
  /** Above the rows. */
  children?: ReactNode;
}

/** A list above the field. Arrows mark a row, Enter and Tab choose it, Escape closes the list. */
export function Picker<Item extends Row>({ label, field, rows, onChoose, onClose, children }: Props<Item>) {
  const listId = useId();
  const choose = (index: number) => {
    const row = rows[index];
    if (row) onChoose(row);
  };
  const marked = useListOfField(field, { listId, count: rows.length, choose, close: onClose });
  return (
    <div className={PANEL}>
      {children}
      {rows.length > 0 && (
        <div role="listbox" id={listId} aria-label={label}>
          {rows.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={row.id}
              role="option"
              id={`${listId}-${index}`}
              tabIndex={-1}
              aria-selected={index === marked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(row)}
              className={clsx(ROW, index === marked && 'bg-active')}
            >
              {row.content}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
