import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { listConversationMessages } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { useLate } from '../../../ui/use-late.ts';
import { foundQuery } from '../queries.ts';
import { shownIdOf } from './history.ts';

interface Props {
  conversationId: string;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** Finds words in one chat, and leads from hit to hit, the newest first. */
export function ChatSearch({ conversationId, field, text, onText, onClose }: Props) {
  const t = useTexts('chat.find');
  const { hits, at, found, go } = useHits(conversationId, useLate(text.trim()));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') go(event.shiftKey ? at - 1 : at + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="grid gap-1.5 border-b border-line bg-card px-3 py-1.5">
      <div className="flex items-center gap-1">
        <Input
          ref={field}
          autoFocus
          type="search"
          aria-label={t('words')}
          placeholder={t('words')}
          maxLength={listConversationMessages.q.maxLength}
          value={text}
          // Chromium draws a second cross.
          className="min-w-0 flex-1 [&::-webkit-search-cancel-button]:hidden"
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
        />
        <span role="status" className="min-w-14 shrink-0 text-center text-[13px] text-soft tabular-nums">
          {found.data &&
            (hits.length === 0 ? t('none') : `${at + 1} / ${hits.length}${found.hasNextPage ? '+' : ''}`)}
        </span>
        <IconButton
          small
          label={t('older')}
          disabled={hits.length === 0}
          onClick={() => go(at + 1)}
          icon={ChevronUp}
        />
        <IconButton
          small
          label={t('newer')}
          disabled={at < 1}
          onClick={() => go(at - 1)}
          icon={ChevronDown}
        />
        <IconButton small label={t('close')} onClick={onClose} icon={X} />
      </div>
      <ProblemLine problem={found.error} />
    </search>
  );
}

/** The address has the message of the present hit, at which the chat opens. */
function useHits(conversationId: string, words: string) {
  const navigate = useNavigate();
  const { message } = useSearch({ from: '/app/inbox' });
  const found = useInfiniteQuery({ ...foundQuery(conversationId, words), enabled: words !== '' });
  const { data, hasNextPage, isFetching, fetchNextPage } = found;
  const ids = (data?.pages ?? []).flatMap((page) => page.data.flatMap((hit) => shownIdOf(hit) ?? []));
  const hits = [...new Set(ids)];
  const at = message === undefined ? -1 : hits.indexOf(message);
  const go = (index: number) => {
    const hit = hits[index];
    if (hit !== undefined)
      void navigate({ to: '.', search: (search) => ({ ...search, message: hit }), replace: true });
    if (index >= hits.length - 1 && hasNextPage && !isFetching) void fetchNextPage();
  };
  const [first] = hits;
  useEffect(() => {
    if (first !== undefined)
      void navigate({ to: '.', search: (search) => ({ ...search, message: first }), replace: true });
  }, [first, navigate]);
  // A page of rare words can be empty although more follows.
  const isEmpty = data !== undefined && first === undefined && hasNextPage;
  useEffect(() => {
    if (isEmpty && !isFetching) void fetchNextPage();
  }, [isEmpty, isFetching, fetchNextPage]);
  return { hits, at, found, go };
}
