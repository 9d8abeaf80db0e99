import { api, ok } from '../../../../api/client.ts';
import { notifyProblem } from '../../../../ui/toast.tsx';
import { refresh } from '../../use-live-inbox.ts';
import type { Message } from '../history.ts';

export const QUICK_EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

export const ownReaction = ({ reactions }: Message): string | undefined =>
  reactions?.find(({ author }) => author === 'us')?.emoji;

/** The chosen emoji replaces the present one, or takes it back. */
export async function react(conversationId: string, message: Message, chosen: string): Promise<void> {
  if (message.id === null) return;
  const emoji = chosen === ownReaction(message) ? null : chosen;
  try {
    await ok(
      api.POST('/app/api/conversations/{id}/messages', {
        params: { path: { id: conversationId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
        body: { type: 'reaction', reaction: { message_id: message.id, emoji } },
      }),
    );
    void refresh(conversationId);
  } catch (problem) {
    notifyProblem(problem);
  }
}
