import { clsx } from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';

interface TableProps extends ComponentProps<'table'> {
  /** Pages can have several, which people who cannot see them tell apart by name. */
  'aria-label': string;
  /** The names of the columns. The table then takes its rows alone. */
  head?: readonly string[];
  /** Those of the columns behind them, which have numbers. */
  numbers?: readonly string[];
}

/** A table, and on a phone a list of cards. When it is too wide, it scrolls sideways, also by keyboard. */
export function Table({ className, head, numbers = [], children, ...props }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const named = useColumnNames();
  const isScrolling = useIsScrolling(box);
  const region = { role: 'region', tabIndex: 0, 'aria-label': props['aria-label'] };
  return (
    <div
      ref={box}
      className="scroll-hint table-hint relative overflow-x-auto rounded-lg border border-line"
      {...(isScrolling && region)}
    >
      <table ref={named} className={clsx('cards w-full border-collapse text-left', className)} {...props}>
        {head && <Head names={head} numbers={numbers} />}
        {head ? <tbody>{children}</tbody> : children}
      </table>
    </div>
  );
}

function Head({ names, numbers }: { names: readonly string[]; numbers: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <Th key={name}>{name}</Th>
        ))}
        {numbers.map((name) => (
          <Th key={name} className="text-right">
            {name}
          </Th>
        ))}
      </tr>
    </thead>
  );
}

/** Gives the style sheet the name of each column, for the cards. */
function useColumnNames(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const { current: element } = table;
    for (const [index, { textContent }] of [...(element?.tHead?.rows[0]?.cells ?? [])].entries())
      element?.style.setProperty(`--column-${index + 1}`, JSON.stringify(textContent));
  });
  return table;
}

/** Whether the content is wider than the box. */
function useIsScrolling(box: RefObject<HTMLDivElement | null>): boolean {
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const look = () => setScrolling(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [box]);
  return isScrolling;
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={clsx(
        'border-b border-line px-4 py-2.5 text-xs font-medium whitespace-nowrap text-soft',
        className,
      )}
      {...props}
    />
  );
}

export function Td({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      className={clsx('min-w-24 border-b border-line px-4 py-2.5 in-[tr:last-child]:border-b-0', className)}
      {...props}
    />
  );
}
