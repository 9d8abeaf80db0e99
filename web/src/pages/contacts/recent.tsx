import type { ReactNode } from 'react';
import { More } from '../../ui/more.tsx';

interface Props<Entry> {
  /** The newest first. */
  list: readonly Entry[];
  /** With its key. */
  line: (entry: Entry) => ReactNode;
  /** The title of those before the newest. */
  earlier: (count: number) => string;
}

/** What was done lately and can be undone. Nothing without any. */
export function Recent<Entry>({ list: [newest, ...others], line, earlier }: Props<Entry>) {
  return (
    <>
      {newest && line(newest)}
      {others.length > 0 && (
        <More title={earlier(others.length)} isOpen={false}>
          <div className="grid gap-2">{others.map(line)}</div>
        </More>
      )}
    </>
  );
}
