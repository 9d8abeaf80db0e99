import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { History, KeyRound, MoreHorizontal, Pencil, Play, PowerOff, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { notify, notifyProblem } from '../../../ui/toast.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { reloadWebhooks } from '../queries.ts';
import { ChangeWebhook } from './change-webhook.tsx';
import { ReplayRange } from './replay-range.tsx';
import { RotateSecret } from './rotate-secret.tsx';

type Webhook = Schema<'Webhook'>;

/** Test, change, switch off and on, replay, another secret, delete. */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const [t, ui] = [useTexts('developers.page'), useTexts('common.ui')];
  const [open, setOpen] = useState<'change' | 'rotate' | 'replay' | 'delete' | null>(null);
  const [missedSince, setMissedSince] = useState<string | null>(null);
  const close = () => setOpen(null);
  const offerReplay = (since: string) => {
    setMissedSince(since);
    setOpen('replay');
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {webhook.status === 'disabled' ? (
        <EnableButton webhook={webhook} onMissed={offerReplay} />
      ) : (
        <TestButton webhook={webhook} />
      )}
      <Menu trigger={<IconButton kind="plain" label={ui('actions')} icon={MoreHorizontal} />}>
        <MenuItem onSelect={() => setOpen('change')} icon={Pencil}>
          {t('changeWebhook')}
        </MenuItem>
        <MenuItem disabled={webhook.status === 'disabled'} onSelect={() => setOpen('replay')} icon={History}>
          {t('replayRange')}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('rotate')} icon={KeyRound}>
          {t('rotate')}
        </MenuItem>
        {webhook.status === 'enabled' && webhook.failure_count > 0 && <ResetItem webhook={webhook} />}
        {webhook.status === 'enabled' && <DisableItem webhook={webhook} />}
        <MenuLine />
        <MenuItem danger onSelect={() => setOpen('delete')} icon={Trash2}>
          {t('deleteWebhook')}
        </MenuItem>
      </Menu>
      {open === 'change' && <ChangeWebhook webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayRange webhook={webhook} missedSince={missedSince} onClose={close} />}
      <DeleteWebhook webhook={webhook} open={open === 'delete'} onClose={close} />
    </div>
  );
}

function TestButton({ webhook: { id } }: { webhook: Webhook }) {
  const t = useTexts('developers.page');
  const test = useButtonAct(async () => {
    await call('POST /webhooks/{id}/test', { id });
    notify(t('testSent'));
    await queryClient.invalidateQueries({ queryKey: ['webhooks', id, 'deliveries'] });
  });
  return (
    <Button kind="primary" {...test} icon={Play}>
      {t('test')}
    </Button>
  );
}

/** Enabling an enabled webhook sets its failures to zero. */
function useEnable({ id }: Webhook, onMissed?: (since: string) => void) {
  const t = useTexts('developers.page');
  return useMutation({
    mutationFn: () => call('POST /webhooks/{id}/enable', { id }),
    onSuccess: async ({ queued, missed_since }) => {
      notify(t('enabledNow', { count: queued }));
      if (missed_since) onMissed?.(missed_since);
      await reloadWebhooks();
    },
    onError: notifyProblem,
  });
}

function EnableButton({ webhook, onMissed }: { webhook: Webhook; onMissed: (since: string) => void }) {
  const t = useTexts('developers.page');
  const enable = useEnable(webhook, onMissed);
  return (
    <Button kind="primary" busy={enable.isPending} onClick={() => enable.mutate()}>
      {t('enable')}
    </Button>
  );
}

/** An enabled one gets its events again, so no question precedes. */
function DisableItem({ webhook: { id } }: { webhook: Webhook }) {
  const t = useTexts('developers.page');
  const disable = useButtonAct(async () => {
    await call('POST /webhooks/{id}/disable', { id });
    await reloadWebhooks();
  });
  return (
    <MenuItem onSelect={disable.onClick} icon={PowerOff}>
      {t('disable')}
    </MenuItem>
  );
}

function ResetItem({ webhook }: { webhook: Webhook }) {
  const t = useTexts('developers.page');
  const enable = useEnable(webhook);
  return (
    <MenuItem onSelect={() => enable.mutate()} icon={RotateCcw}>
      {t('resetFailures')}
    </MenuItem>
  );
}

function DeleteWebhook({ webhook, open, onClose }: { webhook: Webhook; open: boolean; onClose: () => void }) {
  const t = useTexts('developers.page');
  const navigate = useNavigate();
  const remove = async () => {
    await call('DELETE /webhooks/{id}', { id: webhook.id });
    await navigate({ to: '/developers/webhooks' });
    await reloadWebhooks();
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('deleteWebhookTitle')}
      lead={t('deleteWebhookLead')}
      action={t('deleteWebhook')}
      run={remove}
    />
  );
}
