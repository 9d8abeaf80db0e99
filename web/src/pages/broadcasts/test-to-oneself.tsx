import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { api, ok } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { MessageStatus } from '../../failures/message-status.tsx';
import type { LiveEvent } from '../../live/events.ts';
import { useLiveEvents } from '../../live/live.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { type Draft, messageOf } from './draft.ts';

/** Sends the message to a phone of the team before customers get it. */
export function TestToOneself({ draft }: { draft: Draft }) {
  const t = useTexts('broadcasts.page');
  const [to, setTo] = useState('');
  // An attempt after a lost answer sends nothing twice.
  const attempt = useRef({ text: '', key: '' });
  const send = useOnce({
    mutationFn: async () => {
      const body = { ...messageOf(draft), to, name: t('testName') };
      const text = JSON.stringify(body);
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      const header = { 'Idempotency-Key': attempt.current.key };
      const { id } = await ok(api.POST('/app/api/broadcasts/test', { params: { header }, body }));
      return { id, to };
    },
    onSuccess: () => {
      attempt.current = { text: '', key: '' };
    },
  });
  return (
    <form
      className="grid gap-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Input
        label={t('testTo')}
        hint={t('testHint')}
        type="tel"
        required
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <ProblemLine problem={send.error} />
      <div>
        <Button type="submit" size="small" busy={send.isPending}>
          {t('testSend')}
        </Button>
      </div>
      {send.data && <Sent {...send.data} />}
    </form>
  );
}

/** How far the test got, and why it failed. */
function Sent({ id, to }: { id: number; to: string }) {
  const t = useTexts('broadcasts.page');
  const queryKey = ['messages', 'test', id] as const;
  const message = useQuery({ queryKey, queryFn: () => call('GET /messages/{id}', { id }) }).data;
  useLiveEvents(
    useCallback(
      (events: readonly LiveEvent[]) => {
        if (events.some(({ name }) => name === 'message.status'))
          void queryClient.invalidateQueries({ queryKey: ['messages', 'test', id] });
      },
      [id],
    ),
  );
  return (
    <div>
      {t('testTowards', { phone: to })}{' '}
      {message && <MessageStatus status={message.status} error={message.error ?? null} />}
    </div>
  );
}
