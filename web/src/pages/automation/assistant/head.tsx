import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';

interface Props {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** To the list that this is a part of. */
  back?: { to: NonNullable<LinkProps['to']>; text: string };
}

/** The heading of a page of the assistant. */
export function Head({ title, lead, actions, back }: Props) {
  return (
    <header className="grid gap-2">
      {back && <BackLink to={back.to}>{back.text}</BackLink>}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
          {lead && <p className="max-w-prose text-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
