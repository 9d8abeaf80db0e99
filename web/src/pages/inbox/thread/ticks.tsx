import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import { useTexts } from '../../../texts/texts.ts';
import type { Message } from './history.ts';

const LOOKS = {
  queued: [Clock, 'text-faint'],
  sent: [Check, 'text-faint'],
  delivered: [CheckCheck, 'text-faint'],
  read: [CheckCheck, 'text-accent'],
  failed: [CircleAlert, 'text-bad'],
} as const;

/** How far a message of ours has come. */
export function Ticks({ message: { status } }: { message: Pick<Message, 'status'> }) {
  const t = useTexts('shared.status');
  if (!(status in LOOKS)) return null;
  const known = status as keyof typeof LOOKS;
  const [Icon, colour] = LOOKS[known];
  return <Icon className={`size-3.5 shrink-0 ${colour}`} role="img" aria-label={t(known)} />;
}
