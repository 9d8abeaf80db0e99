import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DevelopersFrame } from '../frame.tsx';
import { webhooksQuery } from '../queries.ts';
import { FailureLine, WebhookBadge } from './health.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WantedLine } from './webhook-fields.tsx';

/** Where events go, and whether they arrive. */
export function WebhooksPage() {
  const t = useTexts('developers.page');
  const webhooks = useQuery(webhooksQuery);
  const [isNew, setNew] = useState(false);
  const create = (
    <Button kind="primary" onClick={() => setNew(true)} icon={Plus}>
      {t('newWebhook')}
    </Button>
  );
  return (
    <DevelopersFrame actions={create}>
      <p className="max-w-prose text-soft">{t('webhooksLead')}</p>
      <Loaded query={webhooks}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={<WebhookIcon aria-hidden />} title={t('noWebhook')} lead={t('noWebhookLead')} />
            </Card>
          ) : (
            <ul className="grid gap-3">
              {data.toReversed().map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isNew && <NewWebhook onClose={() => setNew(false)} />}
    </DevelopersFrame>
  );
}

function WebhookCard({ webhook }: { webhook: Schema<'Webhook'> }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const { id, url, created_at, previous_secret_until } = webhook;
  return (
    <li className="relative grid gap-2 rounded-lg border border-line bg-card p-4 hover:border-field-line">
      <div className="flex items-start justify-between gap-3">
        <Link
          to="/developers/webhooks/$webhookId"
          params={{ webhookId: String(id) }}
          className="line-clamp-2 font-mono text-[13px] font-medium break-all after:absolute after:inset-0"
          title={url}
        >
          {url}
        </Link>
        <WebhookBadge webhook={webhook} />
      </div>
      <p className="text-[13px] text-soft">
        <WantedLine webhook={webhook} />
        <span className="text-faint"> · {t('since', { day: format.day(created_at) })}</span>
      </p>
      {previous_secret_until !== null && (
        <p className="text-[13px] text-soft">
          {t('oldSecretUntil', { time: format.full(previous_secret_until) })}
        </p>
      )}
      <FailureLine webhook={webhook} />
    </li>
  );
}
