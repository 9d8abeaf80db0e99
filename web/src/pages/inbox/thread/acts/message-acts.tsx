import { ChevronDown, Copy, CornerUpLeft, Forward, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import { bodyOf } from '../../own-text.ts';
import type { Message } from '../history.ts';
import { EmojiDialog } from './emoji-dialog.tsx';
import { ForwardDialog, forwardOf } from './forward-dialog.tsx';
import { type Change, ChangeDialog, useChanges } from './own-changes.tsx';
import { ownReaction, QUICK_EMOJI, react } from './reactions.ts';

interface Props {
  conversationId: string;
  message: Message;
  onQuote: (message: Message) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** What can be done with a message. */
export function MessageActs({ conversationId, message, onQuote, isOpen, onOpen }: Props) {
  const [t, acts] = [useTexts('chat.thread'), useTexts('chat.acts')];
  const [shown, show] = useState<'forward' | 'emoji' | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const changes = useChanges(conversationId)(message);
  const body = bodyOf(message);
  const isKnown = message.id !== null && message.wa_message_id !== null && !message.deleted_at;
  const forwarded = message.deleted_at ? null : forwardOf(message);
  if (!isKnown && !body) return null;
  const trigger = <IconButton small label={t('messageMenu')} icon={ChevronDown} />;
  return (
    <>
      <Menu trigger={trigger} align="start" open={isOpen} onOpenChange={onOpen}>
        {isKnown && <QuickReactions {...{ conversationId, message }} onMore={() => show('emoji')} />}
        {isKnown && (
          <MenuItem onSelect={() => onQuote(message)} icon={CornerUpLeft}>
            {t('reply')}
          </MenuItem>
        )}
        {forwarded && (
          <MenuItem onSelect={() => show('forward')} icon={Forward}>
            {acts('forward')}
          </MenuItem>
        )}
        {body && (
          <MenuItem onSelect={() => void navigator.clipboard.writeText(body)} icon={Copy}>
            {t('copyText')}
          </MenuItem>
        )}
        {changes.map((each) => (
          <MenuItem
            key={each}
            danger={each === 'delete'}
            onSelect={() => setChange(each)}
            icon={each === 'edit' ? Pencil : Trash2}
          >
            {acts(each)}
          </MenuItem>
        ))}
      </Menu>
      {change && <ChangeDialog {...{ conversationId, message, change }} onClose={() => setChange(null)} />}
      {shown === 'emoji' && <EmojiDialog {...{ conversationId, message }} onClose={() => show(null)} />}
      {shown === 'forward' && forwarded && (
        <ForwardDialog from={conversationId} content={forwarded} onClose={() => show(null)} />
      )}
    </>
  );
}

interface QuickProps extends Pick<Props, 'conversationId' | 'message'> {
  onMore: () => void;
}

function QuickReactions({ conversationId, message, onMore }: QuickProps) {
  const t = useTexts('chat.acts');
  const own = ownReaction(message);
  return (
    <>
      <div className="flex">
        {[...new Set([...QUICK_EMOJI, ...(own ? [own] : [])])].map((emoji) => (
          <MenuItem
            key={emoji}
            aria-label={t(emoji === own ? 'unreact' : 'react', { emoji })}
            onSelect={() => void react(conversationId, message, emoji)}
            className={emoji === own ? 'bg-accent-soft px-1.5! text-xl' : 'px-1.5! text-xl'}
          >
            {emoji}
          </MenuItem>
        ))}
        <MenuItem aria-label={t('otherEmoji')} onSelect={onMore} className="px-1.5!">
          <Plus aria-hidden />
        </MenuItem>
      </div>
      <MenuLine />
    </>
  );
}
