import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
}

/** What a message is beside its text: a sign, a title, and small lines. */
export function Part({ icon: Icon, title, children }: Props) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Icon className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
      <div className="grid min-w-0 gap-0.5 break-words">
        <bdi className="font-medium">{title}</bdi>
        {children}
      </div>
    </div>
  );
}

/** Nothing without a text. */
export function Line({ children }: { children: ReactNode }) {
  return children ? <bdi className="text-[13px] text-soft">{children}</bdi> : null;
}

/** Strangers write addresses: only those of the web are links. */
export function WebLink({ url, label }: { url: string | null; label: string }) {
  if (!url || !/^https?:\/\//i.test(url)) return <Line>{url}</Line>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={url} className="text-[13px] underline">
      {label}
    </a>
  );
}
