import { useQuery } from '@tanstack/react-query';
import { api, ok } from '../../../../api/client.ts';
import { EditMessage } from '../../../../api/limits.ts';
import { MAX_CAPTION } from '../../../../files/caption.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { AreaField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { bodyOf } from '../../own-text.ts';
import { conversationQuery } from '../../queries.ts';
import { refresh } from '../../use-live-inbox.ts';
import { CHANGES, type Message } from '../history.ts';

const WITH_CAPTION: readonly string[] = ['image', 'video', 'document'];

export type Change = 'edit' | 'delete';

/** What staff may do with a message of the account. The gateway says when it is too late. */
export function useChanges(conversationId: string): (message: Message) => readonly Change[] {
  const conversation = useQuery({ ...conversationQuery(conversationId), enabled: false }).data;
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const device = devices.find(({ device_uuid }) => device_uuid === conversation?.device_uuid);
  return ({ id, direction, type, status, deleted_at, template }) => {
    const isOurs = id !== null && direction === 'out' && status !== 'failed' && !deleted_at;
    // Official numbers take back only what still waits.
    if (!isOurs || !device || (device.engine !== 'economy' && status !== 'queued')) return [];
    if (CHANGES.includes(type)) return [];
    const hasText = type === 'text' ? !template : WITH_CAPTION.includes(type);
    return hasText ? ['edit', 'delete'] : ['delete'];
  };
}

interface Props {
  conversationId: string;
  message: Message;
  change: Change;
  onClose: () => void;
}

/** Changes a message on the phone of the customer, or takes it back from there. */
export function ChangeDialog({ conversationId, message, change, onClose }: Props) {
  const t = useTexts('chat.acts');
  const id = String(message.id);
  const params = { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
  const done = () => void refresh(conversationId);
  if (change === 'delete')
    return (
      <Confirm
        open
        title={t('deleteTitle')}
        lead={t('deleteLead')}
        action={t('delete')}
        run={() => ok(api.POST('/app/api/messages/{id}/delete', { params })).then(done)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('editTitle')}
      lead={t('editLead')}
      limits={EditMessage}
      initial={{ body: bodyOf(message) ?? '' }}
      save={(body) => ok(api.POST('/app/api/messages/{id}/edit', { params, body })).then(done)}
      onClose={onClose}
    >
      <AreaField
        name="body"
        label={t('text')}
        rows={5}
        dir="auto"
        {...(message.type !== 'text' && { maxLength: MAX_CAPTION })}
      />
    </FormDialog>
  );
}
