import { clsx } from 'clsx';
import type { ClipboardEvent } from 'react';
import { phoneText } from './phone-text.ts';

/** A number to read. Who copies it gets the plain one, which every program takes. */
export function PhoneNumber({ number, className }: { number: string; className?: string }) {
  return (
    <bdi className={clsx('whitespace-nowrap tabular-nums', className)} onCopy={copyPlain}>
      {phoneText(number)}
    </bdi>
  );
}

function copyPlain(event: ClipboardEvent): void {
  const chosen = getSelection()?.toString() ?? '';
  if (!/^[\s+\d-]+$/.test(chosen)) return;
  event.clipboardData.setData('text/plain', chosen.replace(/[\s-]/g, ''));
  event.preventDefault();
}
