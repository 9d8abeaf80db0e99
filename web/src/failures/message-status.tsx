import type { Schema } from '../api/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { useFailure } from './use-failure.ts';

type Known = Pick<Schema<'ListedMessage'>, 'status'> & {
  error: { code: string; message: string } | null;
};

const TONES: Partial<Record<Known['status'], Tone>> = { failed: 'bad', queued: 'warn', read: 'good' };

/** What became of a message, and why it failed. */
export function MessageStatus({ status, error }: Known) {
  const [t, reasonOf] = [useTexts('shared.status'), useFailure()];
  return (
    <>
      <Badge tone={TONES[status] ?? 'neutral'}>{t(status)}</Badge>
      {error && (
        <span className="mt-0.5 block text-[13px] text-bad" title={error.code}>
          {reasonOf(error)}
        </span>
      )}
    </>
  );
}
