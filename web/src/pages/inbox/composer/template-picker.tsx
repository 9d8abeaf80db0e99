import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { filledTemplate, NO_CHOICE } from '../../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../../devices/template-fields.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Reply } from './outbox.ts';

interface Props {
  conversation: Schema<'Conversation'>;
  onSend: (reply: Reply) => void;
}

/** Outside the reply window of an official number: only templates reach the customer. */
export function TemplateClosed({ conversation, onSend }: Props) {
  const t = useTexts('chat.composer');
  const [isChoosing, setChoosing] = useState(false);
  const { device_uuid, last_customer_at } = conversation;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn">
      <CalendarX className="size-4.5 shrink-0" aria-hidden />
      <span className="min-w-48 flex-1">{t(last_customer_at === null ? 'neverWrote' : 'windowClosed')}</span>
      <Button kind="primary" size="small" disabled={device_uuid === null} onClick={() => setChoosing(true)}>
        {t('template')}
      </Button>
      {isChoosing && device_uuid !== null && (
        <TemplateDialog deviceUuid={device_uuid} onClose={() => setChoosing(false)} onSend={onSend} />
      )}
    </div>
  );
}

export function TemplateDialog({
  deviceUuid,
  onClose,
  onSend,
}: {
  deviceUuid: string;
  onClose: () => void;
  onSend: (reply: Reply) => void;
}) {
  const t = useTexts('chat.composer');
  const [choice, setChoice] = useState(NO_CHOICE);
  return (
    <Dialog open firm onClose={onClose} title={t('template')} lead={t('templateLead')}>
      <Templates deviceUuid={deviceUuid}>
        {(templates) => {
          const template = filledTemplate(templates, choice);
          const send = () => {
            if (!template) return;
            onSend({ type: 'template', template });
            onClose();
          };
          return (
            <div className="grid gap-3">
              <TemplateFields {...{ templates, choice }} onChoice={setChoice} />
              <Button kind="primary" disabled={!template} onClick={send}>
                {t('send')}
              </Button>
            </div>
          );
        }}
      </Templates>
    </Dialog>
  );
}
