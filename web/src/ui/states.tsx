import { clsx } from 'clsx';
import { Loader2, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../api/problem-text.ts';
import { useLanguage } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';

interface EmptyProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What to do next. */
  lead?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** A list without entries: says why, and what comes next. */
export function Empty({ icon, title, lead, action, className }: EmptyProps) {
  return (
    <div className={clsx('grid justify-items-center gap-2 px-6 py-12 text-center', className)}>
      {icon && <div className="mb-1 text-faint [&_svg]:size-8">{icon}</div>}
      <p className="font-medium">{title}</p>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** A call that failed: says why, and offers another attempt. */
export function Failed({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const [t, language] = [useTexts('common.ui'), useLanguage()];
  return (
    <Empty
      title={problemText(problem, language)}
      action={
        retry && (
          <Button onClick={retry} icon={RefreshCw}>
            {t('retry')}
          </Button>
        )
      }
    />
  );
}

/** Grey lines in the place of what loads. */
export function Skeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  const t = useTexts('common.ui');
  return (
    <div role="status" aria-label={t('loading')} className={clsx('grid animate-pulse gap-3', className)}>
      {[...Array(lines).keys()].map((line) => (
        <div key={line} className={clsx('h-4 rounded bg-active', line % 3 === 2 && 'w-2/3')} />
      ))}
    </div>
  );
}

export function Spinner({ className }: { className?: string }) {
  const t = useTexts('common.ui');
  return (
    <span role="status" aria-label={t('loading')} className={clsx('inline-flex text-faint', className)}>
      <Loader2 className="size-5 animate-spin" aria-hidden />
    </span>
  );
}

export interface Loadable<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** What a query shows in each of its states. Old data stays when a new call fails. */
export function Loaded<Data>({
  query,
  loading,
  children,
}: {
  query: Loadable<Data>;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading ?? <Skeleton className="p-4" />;
  return <Failed problem={query.error} retry={() => void query.refetch()} />;
}
