import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, ok } from '../../api/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { notify } from '../../ui/toast.tsx';
import { type Draft, messageOf } from './draft.ts';

/** Sends the message to a phone of the team before customers get it. */
export function TestToOneself({ draft }: { draft: Draft }) {
  const t = useTexts('broadcasts.page');
  const [to, setTo] = useState('');
  // An attempt after a lost answer sends nothing twice.
  const attempt = useRef({ text: '', key: '' });
  const send = useMutation({
    mutationFn: () => {
      const body = { ...messageOf(draft), to, name: t('testName') };
      const text = JSON.stringify(body);
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      const header = { 'Idempotency-Key': attempt.current.key };
      return ok(api.POST('/app/api/broadcasts/test', { params: { header }, body }));
    },
    onSuccess: () => {
      attempt.current = { text: '', key: '' };
      notify(t('testSent', { phone: to }));
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
    </form>
  );
}
