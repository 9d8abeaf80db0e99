import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DevelopersFrame } from '../frame.tsx';
import { webhooksQuery } from '../queries.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { FailureLine, WebhookBadge } from './health.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { WantedLine } from './webhook-fields.tsx';

const route = getRouteApi('/app/developers/webhooks/$webhookId');

/** One webhook: its health, its acts and the log of its deliveries. */
export function LogPage() {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const { webhookId } = route.useParams();
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const webhooks = useQuery(webhooksQuery);
  const webhook = webhooks.data?.data.find(({ id }) => String(id) === webhookId);
  return (
    <DevelopersFrame>
      <BackLink to="/developers/webhooks">{t('allWebhooks')}</BackLink>
      <Loaded query={webhooks}>
        {() =>
          webhook === undefined ? (
            <Card>
              <Empty title={t('webhookGone')} />
            </Card>
          ) : (
            <>
              <Card className="grid gap-3 p-4">
                <div className="flex flex-wrap items-start justify-between gap-3">
                  <div className="grid min-w-0 flex-1 basis-80 gap-1.5">
                    <div className="flex items-center gap-1">
                      <h2
                        className="line-clamp-2 font-mono text-[13px] font-medium break-all"
                        title={webhook.url}
                      >
                        {webhook.url}
                      </h2>
                      <CopyButton text={webhook.url} />
                    </div>
                    <p className="flex flex-wrap items-center gap-2 text-[13px] text-soft">
                      <WebhookBadge webhook={webhook} />
                      <WantedLine webhook={webhook} />
                    </p>
                    {webhook.previous_secret_until !== null && (
                      <p className="text-[13px] text-soft">
                        {t('oldSecretUntil', { time: format.full(webhook.previous_secret_until) })}
                      </p>
                    )}
                  </div>
                  <WebhookActs webhook={webhook} />
                </div>
                <FailureLine webhook={webhook} />
              </Card>
              <DeliveryLog webhookId={webhook.id} />
              {delivery !== undefined && (
                <DeliveryDialog
                  webhook={webhook}
                  id={delivery}
                  onClose={() => void navigate({ search: ({ delivery: _, ...rest }) => rest, replace: true })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </DevelopersFrame>
  );
}
