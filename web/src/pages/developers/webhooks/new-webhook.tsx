import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { OutLink } from '../frame.tsx';
import { webhooksQuery } from '../queries.ts';
import { bodyOf, USUAL_EVENTS, type Wanted, WebhookFields } from './webhook-fields.tsx';

/** The form of a new webhook, then its secret. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('developers.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [url, setUrl] = useState('');
  const [wanted, setWanted] = useState<Wanted>({ events: USUAL_EVENTS, devices: null });
  const create = useMutation({
    mutationFn: () => ok(api.POST('/app/api/webhooks', { body: { url: url.trim(), ...bodyOf(wanted) } })),
    onSuccess: () => client.invalidateQueries(webhooksQuery),
  });
  if (create.data) {
    return (
      <ShownOnce
        title={t('webhookMade')}
        lead={t('secretOnce')}
        secret={create.data.secret}
        onClose={onClose}
      >
        <p className="text-soft">
          {t('secretUse')} <OutLink path="/guides/receiving">{t('receivers')}</OutLink>
        </p>
      </ShownOnce>
    );
  }
  const problem = create.error ? asProblem(create.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={create.isPending}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('newWebhook')} lead={t('newWebhookLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('url')} hint={t('urlHint')} problem={fieldProblem(problem, 'url')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              required
              maxLength={2_048}
              placeholder="https://example.com/kurir"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <WebhookFields wanted={wanted} onWanted={setWanted} problem={problem} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
