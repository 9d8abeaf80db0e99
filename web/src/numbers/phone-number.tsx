import { clsx } from 'clsx';
import type { ClipboardEvent } from 'react';
import { addressText } from '../people/name.ts';

/** A number to read, or a word for who has none. Who copies it gets the plain one, which every program takes. */
export function PhoneNumber({ number, className }: { number: string; className?: string }) {
  return (
    <bdi className={clsx('whitespace-nowrap tabular-nums', className)} onCopy={copyPlain}>
      {addressText(number)}
    </bdi>
  );
}

function copyPlain(event: ClipboardEvent): void {
  const chosen = getSelection()?.toString() ?? '';
  if (!/^[\s+\d-]+$/.test(chosen)) return;
  event.clipboardData.setData('text/plain', chosen.replace(/[\s-]/g, ''));
  event.preventDefault();
}
