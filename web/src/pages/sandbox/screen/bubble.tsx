import { clsx } from 'clsx';
import { Check, CheckCheck, ChevronDown, Copy, CornerUpLeft } from 'lucide-react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { type Phone, type PhoneMessage, sendFromPhone } from '../queries.ts';
import { Choices } from './choices.tsx';
import { MessageFile } from './message-file.tsx';
import { useMessageText } from './message-text.ts';

export interface BubbleProps {
  phone: Phone;
  peer: string;
  message: PhoneMessage;
  /** The quoted message, while the chat still shows it. */
  quote: PhoneMessage | undefined;
  onQuote: (message: PhoneMessage) => void;
}

/** One message on the phone. */
export function Bubble(props: BubbleProps) {
  const [t, format] = [useTexts('sandbox.screen'), useFormat()];
  const { message } = props;
  const isOwn = message.from_phone;
  return (
    <div className={clsx('group flex', isOwn && 'flex-row-reverse')}>
      <div className={clsx('grid max-w-[85%] min-w-0', isOwn && 'justify-items-end')}>
        <div
          className={clsx(
            'grid max-w-full min-w-24 gap-1.5 rounded-xl border px-2.5 py-1.5 text-[14px]',
            isOwn ? 'border-transparent bg-bubble-own' : 'border-line bg-bubble',
          )}
        >
          <Content {...props} />
          <span className="flex items-center justify-end gap-1 text-[11px] text-soft tabular-nums">
            {message.is_edited && <span>{t('edited')}</span>}
            <time dateTime={message.at} title={format.full(message.at)}>
              {format.clock(message.at)}
            </time>
            {isOwn && <Ticks isRead={message.read} />}
          </span>
        </div>
        {message.reactions.length > 0 && (
          <p className="-mt-1 flex gap-1 px-2">
            {message.reactions.map(({ from_phone, emoji }) => (
              <bdi
                key={String(from_phone)}
                className="max-w-24 truncate rounded-full border border-line bg-card px-1.5 text-[13px]"
              >
                {emoji}
              </bdi>
            ))}
          </p>
        )}
      </div>
      {!message.is_deleted && <Acts {...props} />}
    </div>
  );
}

function Content({ phone, peer, message, quote }: BubbleProps) {
  const [t, textOf] = [useTexts('sandbox.screen'), useMessageText()];
  const { text, file, interactive, is_deleted, is_cut } = message;
  if (is_deleted) return <em className="text-soft">{t('deleted')}</em>;
  return (
    <>
      {message.quote && (
        <bdi className="line-clamp-2 rounded-md border-l-2 border-accent bg-hover px-2 py-1 text-[13px] text-soft">
          {message.quote.text || (quote ? textOf(quote) : t('message'))}
        </bdi>
      )}
      {file && <MessageFile phone={phone} peer={peer} message={message} file={file} />}
      {interactive?.header && (
        <p dir="auto" className="font-semibold">
          {interactive.header}
        </p>
      )}
      {(text || !file) && (
        <p dir="auto" className="whitespace-pre-wrap">
          {textOf(message)}
        </p>
      )}
      {is_cut && <p className="text-xs text-soft">{t('cut')}</p>}
      {interactive && <Choices phone={phone} peer={peer} messageId={message.id} interactive={interactive} />}
    </>
  );
}

/** Two coloured ticks: the shop has read it. */
function Ticks({ isRead }: { isRead: boolean }) {
  const t = useTexts('sandbox.screen');
  const Icon = isRead ? CheckCheck : Check;
  return (
    <Icon
      className={clsx('size-3.5 shrink-0', isRead && 'text-accent')}
      role="img"
      aria-label={t(isRead ? 'read' : 'sent')}
    />
  );
}

const EMOJI = ['👍', '❤️', '🙏'];

function Acts({ phone, peer, message, onQuote }: BubbleProps) {
  const t = useTexts('sandbox.screen');
  const { id, text, reactions } = message;
  const own = reactions.find(({ from_phone }) => from_phone)?.emoji;
  const react = (emoji: string | null) => {
    const reaction = { message_id: id, emoji };
    sendFromPhone({ number: phone.number, peer }, { reaction }).catch(notifyProblem);
  };
  const trigger = (
    <IconButton
      small
      label={t('actsOf')}
      className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100"
      icon={ChevronDown}
    />
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem onSelect={() => onQuote(message)} icon={CornerUpLeft}>
        {t('reply')}
      </MenuItem>
      {text && (
        <MenuItem onSelect={() => void navigator.clipboard.writeText(text)} icon={Copy}>
          {t('copy')}
        </MenuItem>
      )}
      <MenuLine />
      {EMOJI.filter((emoji) => emoji !== own).map((emoji) => (
        <MenuItem key={emoji} onSelect={() => react(emoji)}>
          {t('react', { emoji })}
        </MenuItem>
      ))}
      {own && <MenuItem onSelect={() => react(null)}>{t('unreact')}</MenuItem>}
    </Menu>
  );
}
