import type { ReactNode } from 'react';

/** A group of acts. */
export function Part({ title, lead, children }: { title: ReactNode; lead: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <div>
        <h3 className="text-[13px] font-medium">{title}</h3>
        <p className="text-[13px] text-soft">{lead}</p>
      </div>
      {children}
    </section>
  );
}
