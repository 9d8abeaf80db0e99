import { call } from '../../../api/call.ts';
import { RegisterWebhook } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormDialog } from '../../../ui/form/form.tsx';
import { reloadWebhooks } from '../queries.ts';
import { EVENTS, WebhookFields } from './webhook-fields.tsx';

/** Other events and numbers of a webhook. */
export function ChangeWebhook({ webhook, onClose }: { webhook: Schema<'Webhook'>; onClose: () => void }) {
  const t = useTexts('developers.page');
  const { device_uuids } = webhook;
  return (
    <FormDialog
      title={t('changeWebhook')}
      lead={t('changeWebhookLead')}
      firm
      limits={RegisterWebhook}
      initial={{ events: EVENTS.filter((name) => webhook.events.includes(name)), device_uuids }}
      save={(body) => call('PATCH /webhooks/{id}', { id: webhook.id, body })}
      onSaved={() => {
        onClose();
        void reloadWebhooks();
      }}
      onClose={onClose}
    >
      <WebhookFields />
    </FormDialog>
  );
}
