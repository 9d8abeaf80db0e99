import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Figure, Section } from '../../../ui/card.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { BadRows } from './bad-rows.tsx';
import type { BadRow, Plan } from './plan.ts';
import { RecentImports } from './recent-imports.tsx';
import { NOTHING, type Send, upload } from './upload.ts';

const sendFor =
  (import_id: string, replacesTags: boolean): Send =>
  (contacts) =>
    ok(
      api.POST('/app/api/contacts/batch', {
        body: {
          import_id,
          contacts: contacts.map(({ line: _, number: __, country: ___, tags = [], ...rest }) => ({
            ...rest,
            ...(tags.length > 0 && { [replacesTags ? 'tags' : 'tags_add']: tags }),
          })),
        },
      }),
    );

interface Props {
  plan: Plan;
  onAnother: () => void;
}

/** Sends the contacts, and reports what was refused. A problem pauses the import where it is. */
export function UploadView({ plan, onAnother }: Props) {
  const t = useTexts('contacts.import');
  const queryClient = useQueryClient();
  const [now, setNow] = useState(NOTHING);
  const stop = useRef(new AbortController());
  const { contacts, replacesTags } = plan;
  const [id] = useState(() => crypto.randomUUID());
  const run = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      const send = sendFor(id, replacesTags);
      return upload(contacts, now, { signal: stop.current.signal, onProgress: setNow, send });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contacts'] }),
  });
  const { mutate } = run;
  useEffect(() => {
    mutate();
    return () => stop.current.abort();
  }, [mutate]);
  const isDone = now.done === contacts.length;
  return (
    <>
      <LeaveGuard when={() => !isDone} />
      <Section
        title={isDone ? t('done') : t('title')}
        actions={
          !isDone &&
          (run.isPending ? (
            <Button onClick={() => stop.current.abort()}>{t('pause')}</Button>
          ) : (
            <Button kind="primary" onClick={() => mutate()}>
              {t('resume')}
            </Button>
          ))
        }
      >
        <div className="grid gap-3">
          <Progress label={t('progress')} total={contacts.length} good={now.done} />
          <p role="status" className="text-soft tabular-nums">
            {t('running', { done: now.done, count: contacts.length })}
          </p>
          <ProblemLine problem={run.error} />
          {!isDone && !run.isPending && <p className="text-soft">{t('paused')}</p>}
          <div className="grid grid-cols-3 gap-3">
            <Figure label={t('created')} value={now.created.toLocaleString()} />
            <Figure label={t('updated')} value={now.updated.toLocaleString()} />
            <Figure label={t('leftOut')} value={(plan.bad.length + now.refused.length).toLocaleString()} />
          </div>
        </div>
      </Section>
      {isDone && (
        <>
          <RecentImports only={id} />
          <BadRows rows={[...plan.bad, ...refusedRows(now.refused, contacts)].sort(byLine)} />
          <div className="flex flex-wrap gap-2">
            <Button asChild kind="primary">
              <Link to="/contacts">{t('show')}</Link>
            </Button>
            <Button onClick={onAnother}>{t('another')}</Button>
          </div>
        </>
      )}
    </>
  );
}

const byLine = (one: BadRow, other: BadRow) => one.line - other.line;

function refusedRows(
  refused: readonly { line: number; text: string }[],
  contacts: Plan['contacts'],
): readonly BadRow[] {
  const byLines = new Map(contacts.map((contact) => [contact.line, contact]));
  return refused.map(({ line, text }) => {
    const { phone = '', name = '', email = '', tags = [] } = byLines.get(line) ?? {};
    return { line, reason: 'refused', detail: text, cells: [phone, name, email, tags.join('; ')] };
  });
}
