import { useMutation } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { type Phone, sendFromPhone } from '../queries.ts';

interface Props {
  phone: Phone;
  peer: string;
  messageId: string;
  interactive: Schema<'SandboxInteractive'>;
}

/** Buttons, rows or a link below a message of the shop. A tap answers it. */
export function Choices({ phone, peer, messageId, interactive }: Props) {
  const t = useTexts('sandbox.screen');
  const { kind, choices, footer, button, url } = interactive;
  const tap = useMutation({
    mutationFn: (id: string) =>
      sendFromPhone({ number: phone.number, peer }, { choice: { message_id: messageId, id } }),
    onError: notifyProblem,
  });
  return (
    <>
      {footer && (
        <p dir="auto" className="text-xs text-soft">
          {footer}
        </p>
      )}
      {url !== null && (
        <p className="text-[13px] text-accent" title={url}>
          <bdi>{button ?? url}</bdi>
        </p>
      )}
      {choices.length > 0 && (
        <div className="grid gap-1">
          {choices.map(({ id, title, description }) => (
            <Button
              key={id}
              size="small"
              className="h-auto min-h-8 w-full py-1"
              disabled={tap.isPending}
              onClick={() => tap.mutate(id)}
            >
              <span className="grid whitespace-normal">
                <bdi>{title || t(kind === 'catalog' ? 'orderFirst' : 'sendPlace')}</bdi>
                {description && <bdi className="text-xs font-normal text-soft">{description}</bdi>}
              </span>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
