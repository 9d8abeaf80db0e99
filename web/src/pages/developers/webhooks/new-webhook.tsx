import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { RegisterWebhook } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { OutLink } from '../frame.tsx';
import { webhooksQuery } from '../queries.ts';
import { NEW_WEBHOOK, WebhookFields } from './webhook-fields.tsx';

/** The form of a new webhook, then its secret. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const t = useTexts('developers.page');
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <ShownOnce title={t('webhookMade')} lead={t('secretOnce')} secret={secret} onClose={onClose}>
        <p className="text-soft">
          {t('secretUse')} <OutLink path="/guides/receiving">{t('receivers')}</OutLink>
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title={t('newWebhook')}
      lead={t('newWebhookLead')}
      firm
      limits={RegisterWebhook}
      initial={NEW_WEBHOOK}
      save={(body) => call('POST /webhooks', { body })}
      onSaved={(made) => setSecret(made.secret)}
      changes={webhooksQuery.queryKey}
      action={t('create')}
      onClose={onClose}
    >
      <TextField
        name="url"
        type="url"
        label={t('url')}
        hint={t('urlHint')}
        placeholder="https://example.com/kurir"
      />
      <WebhookFields />
    </FormDialog>
  );
}
