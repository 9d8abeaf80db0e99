import { clsx } from 'clsx';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';

interface TableProps extends ComponentProps<'table'> {
  /** Pages can have several, which people who cannot see them tell apart by name. */
  'aria-label': string;
}

/** A table that scrolls sideways on a phone, also by keyboard. */
export function Table({ className, ...props }: TableProps) {
  const box = useRef<HTMLDivElement>(null);
  const isScrolling = useIsScrolling(box);
  const region = { role: 'region', tabIndex: 0, 'aria-label': props['aria-label'] };
  return (
    <div
      ref={box}
      className="scroll-hint table-hint relative overflow-x-auto rounded-lg border border-line"
      {...(isScrolling && region)}
    >
      <table className={clsx('w-full border-collapse text-left', className)} {...props} />
    </div>
  );
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
