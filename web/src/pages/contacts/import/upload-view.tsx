import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Uploading } from '../../../csv/uploading.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/card.tsx';
import { BadRows } from './bad-rows.tsx';
import type { BadRow, Plan } from './plan.ts';
import { RecentImports } from './recent-imports.tsx';
import { NOTHING, type Send, upload } from './upload.ts';

const sendFor =
  (import_id: string, replacesTags: boolean): Send =>
  (contacts) =>
    call('POST /contacts/batch', {
      body: {
        import_id,
        contacts: contacts.map(({ line: _, number: __, country: ___, tags = [], ...rest }) => ({
          ...rest,
          ...(tags.length > 0 && { [replacesTags ? 'tags' : 'tags_add']: tags }),
        })),
      },
    });

interface Props {
  plan: Plan;
  onAnother: () => void;
}

/** Sends the contacts, and reports what was refused. A problem pauses the import where it is. */
export function UploadView({ plan, onAnother }: Props) {
  const [t, csv] = [useTexts('contacts.import'), useTexts('shared.csv')];
  const { number } = useFormat();
  const [now, setNow] = useState(NOTHING);
  const { contacts, replacesTags } = plan;
  const [id] = useState(() => crypto.randomUUID());
  const send = (signal: AbortSignal) =>
    upload(contacts, now, { signal, onProgress: setNow, send: sendFor(id, replacesTags) });
  const isDone = now.done === contacts.length;
  return (
    <>
      <Uploading
        title={t('title')}
        done={now.done}
        total={contacts.length}
        send={send}
        onStop={() => queryClient.invalidateQueries({ queryKey: ['contacts'] })}
        canPause
      >
        <div className="grid grid-cols-3 gap-3">
          <Figure label={t('created')} value={number(now.created)} />
          <Figure label={t('updated')} value={number(now.updated)} />
          <Figure label={t('leftOut')} value={number(plan.bad.length + now.refused.length)} />
        </div>
      </Uploading>
      {isDone && (
        <>
          <RecentImports only={id} />
          <BadRows rows={[...plan.bad, ...refusedRows(now.refused, contacts)]} />
          <div className="flex flex-wrap gap-2">
            <Button asChild kind="primary">
              <Link to="/contacts">{t('show')}</Link>
            </Button>
            <Button onClick={onAnother}>{csv('another')}</Button>
          </div>
        </>
      )}
    </>
  );
}

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
