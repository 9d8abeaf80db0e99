import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { reloadWebhooks } from '../queries.ts';
import { bodyOf, EVENTS, type Wanted, WebhookFields } from './webhook-fields.tsx';

/** Other events and numbers of a webhook. */
export function ChangeWebhook({ webhook, onClose }: { webhook: Schema<'Webhook'>; onClose: () => void }) {
  const [t, ui] = [useTexts('developers.page'), useTexts('common.ui')];
  const form = useId();
  const [wanted, setWanted] = useState<Wanted>({
    events: EVENTS.filter((name) => webhook.events.includes(name)),
    devices: webhook.device_uuids,
  });
  const save = useMutation({
    mutationFn: () =>
      ok(
        api.PATCH('/app/api/webhooks/{id}', {
          params: { path: { id: String(webhook.id) } },
          body: bodyOf(wanted),
        }),
      ),
    onSuccess: async () => {
      onClose();
      await reloadWebhooks();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('changeWebhook')}
      lead={t('changeWebhookLead')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <WebhookFields wanted={wanted} onWanted={setWanted} problem={problem} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
