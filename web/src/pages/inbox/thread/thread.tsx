import { useQuery } from '@tanstack/react-query';
import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Failed, Skeleton, Spinner } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { useOutbox } from '../composer/outbox.ts';
import {
  historyQuery,
  loadAround,
  loadNewer,
  loadOlder,
  loadOlderEntries,
  showNewest,
  timelineQuery,
} from '../queries.ts';
import { refresh } from '../use-live-inbox.ts';
import type { History, Message } from './history.ts';
import { type ThreadItem, threadItems } from './items.ts';
import { MediaViewer } from './media/viewer.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { OutboxBubble } from './outbox-bubble.tsx';
import { DayLine, EntryLine, ImportedLine } from './timeline-line.tsx';

interface Props {
  conversationId: string;
  onQuote: (message: Message) => void;
}

interface ThreadProps extends Props {
  /** The `wa_message_id` of the message at which the chat opens. Null: the newest one. */
  target: string | null;
}

const GUESS_PX = { day: 36, entry: 30, imported: 36, message: 64, outbox: 90 };
/** Within this distance the newest message stays in view. */
const NEAR_END_PX = 120;
const NEAR_START_PX = 600;
/** From here on a button leads to the newest message. */
const FAR_PX = 600;

/** What was written and what happened, oldest first, with the newest in view. */
export function Thread({ conversationId, ...props }: ThreadProps) {
  const history = useQuery(historyQuery(conversationId));
  const items = useItems(conversationId, history.data);
  useWaitingFiles(conversationId, history.data);
  if (history.data === undefined)
    return (
      <div className="min-h-0 flex-1 overflow-hidden">
        {history.isPending ? (
          <Skeleton className="p-6" lines={9} />
        ) : (
          <Failed problem={history.error} retry={() => void history.refetch()} />
        )}
      </div>
    );
  return (
    <MediaViewer conversationId={conversationId} history={history.data}>
      <Lines {...{ conversationId, items, ...props }} history={history.data} />
    </MediaViewer>
  );
}

const noMessages: readonly Message[] = [];

function useItems(conversationId: string, history: History | undefined): ThreadItem[] {
  const timeline = useQuery(timelineQuery(conversationId)).data;
  const outbox = useOutbox(conversationId);
  const messages = history?.messages ?? noMessages;
  const hasOlder = history?.cursor != null;
  // Entries as old as the oldest message belong to what is shown.
  const [oldest, oldestEntry] = [
    messages.at(-1)?.created_at ?? '',
    timeline?.entries.at(-1)?.created_at ?? '',
  ];
  const hasNewer = history?.newer !== undefined;
  // Those of a time far back would be thousands of pages away.
  const lacksEntries = !hasNewer && timeline?.cursor != null && (oldestEntry > oldest || !hasOlder);
  useEffect(() => {
    // Each page has another oldest entry, and may need the next one.
    if (lacksEntries && oldestEntry !== '') loadOlderEntries(conversationId).catch(notifyProblem);
  }, [lacksEntries, oldestEntry, conversationId]);
  return useMemo(
    () => threadItems({ messages, entries: timeline?.entries ?? [], outbox, hasOlder, hasNewer }),
    [messages, timeline, outbox, hasOlder, hasNewer],
  );
}

/** The progress of a file has no event. */
function useWaitingFiles(conversationId: string, history: History | undefined): void {
  const isWaiting = history?.messages.slice(0, 30).some(({ media }) => media?.state === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const soon = setTimeout(() => void refresh(conversationId), 1_500);
    const later = setInterval(() => void refresh(conversationId), 15_000);
    return () => {
      clearTimeout(soon);
      clearInterval(later);
    };
  }, [isWaiting, conversationId]);
}

function Lines({
  conversationId,
  items,
  history,
  target,
  onQuote,
}: ThreadProps & { items: ThreadItem[]; history: History }) {
  const t = useTexts('chat.thread');
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const ownOffset = useRef(0);
  const lines = useLines(items, scroller, ownOffset);
  const below = lines.getTotalSize() - (lines.scrollOffset ?? 0) - (lines.scrollRect?.height ?? 0);
  const isLoading = useMorePages(conversationId, history, { above: lines.scrollOffset, below });
  const { messages } = history;
  const { found, isSearching, jump } = useJump({ conversationId, messages, items, target }, (index) => {
    isAtEnd.current = false;
    lines.scrollToIndex(index, { align: 'center' });
  });
  const isFarBack = history.newer !== undefined;
  const noteScroll = useEnd({ scroller, isAtEnd, ownOffset }, isSearching || isFarBack ? null : items);
  const toNewest = () => {
    isAtEnd.current = true;
    if (isFarBack) showNewest(conversationId).catch(notifyProblem);
    else lines.scrollToIndex(items.length - 1, { align: 'end' });
  };
  useReturn(isFarBack ? items : null, toNewest);
  return (
    <div className="relative min-h-0 flex-1">
      {isLoading && <Spinner className="absolute inset-x-0 top-2 z-10 justify-center" />}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
        className="h-full overflow-y-auto"
        onScroll={noteScroll}
      >
        {items.length === 0 && <p className="p-6 text-center text-soft">{t('empty')}</p>}
        <div className="relative" style={{ height: lines.getTotalSize() }}>
          {shownLines(lines, items).map(({ item, ...place }) => (
            <div key={item.key} ref={lines.measureElement} className="absolute inset-x-0" {...place}>
              <Line {...{ item, conversationId, onQuote }} onJump={jump} isFound={item.key === found} />
            </div>
          ))}
        </div>
      </div>
      {(below > FAR_PX || isFarBack) && <ToNewest onClick={toNewest} />}
    </div>
  );
}

function ToNewest({ onClick }: { onClick: () => void }) {
  const t = useTexts('chat.thread');
  const look = 'absolute right-4 bottom-3 rounded-full shadow-md';
  return (
    <IconButton kind="plain" label={t('toNewest')} className={look} onClick={onClick} icon={ArrowDown} />
  );
}

function useLines(
  items: readonly ThreadItem[],
  scroller: Place['scroller'],
  ownOffset: Place['ownOffset'],
): Virtualizer<HTMLDivElement, Element> {
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => GUESS_PX[items[index]?.type ?? 'message'],
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    // Older messages that come in leave the read ones in place.
    anchorTo: 'end',
    scrollToFn: (offset, options, virtualizer) => {
      const { scrollHeight = 0, clientHeight = 0 } = virtualizer.scrollElement ?? {};
      ownOffset.current = Math.min(offset + (options.adjustments ?? 0), scrollHeight - clientHeight);
      elementScroll(offset, options, virtualizer);
    },
    paddingStart: 12,
    paddingEnd: 12,
  });
}

const shownLines = (lines: Virtualizer<HTMLDivElement, Element>, items: readonly ThreadItem[]) =>
  lines.getVirtualItems().flatMap(({ index, start }) => {
    const item = items[index];
    return item ? [{ item, 'data-index': index, style: { transform: `translateY(${start}px)` } }] : [];
  });

interface LineProps extends Props {
  item: ThreadItem;
  onJump: (waMessageId: string) => void;
  isFound: boolean;
}

function Line({ item, ...props }: LineProps) {
  if (item.type === 'day') return <DayLine at={item.at} />;
  if (item.type === 'entry') return <EntryLine entry={item.entry} />;
  if (item.type === 'imported') return <ImportedLine />;
  if (item.type === 'outbox') return <OutboxBubble entry={item.entry} />;
  return <MessageBubble {...props} message={item.message} isFirst={item.isFirst} />;
}

interface Place {
  scroller: RefObject<HTMLDivElement | null>;
  isAtEnd: RefObject<boolean>;
  /** Where the list put itself last. */
  ownOffset: RefObject<number>;
}

/**
 * Keeps the newest line in view, also while heights become known, until the reader scrolls up. A reply of the reader
 * comes into view always. `items` null: a jump is on its way. Returns what notes a scroll.
 */
function useEnd({ scroller, isAtEnd, ownOffset }: Place, items: readonly ThreadItem[] | null) {
  const last = items?.at(-1);
  const ownKey = last?.type === 'outbox' ? last.key : null;
  const lastOwnKey = useRef(ownKey);
  const lastEnd = useRef(0);
  // After each render: the list can learn heights while React draws, so no dependency has the final one.
  useLayoutEffect(() => {
    if (items === null || !scroller.current) return;
    const isOwn = ownKey !== null && ownKey !== lastOwnKey.current;
    lastOwnKey.current = ownKey;
    if (isOwn) isAtEnd.current = true;
    const { scrollHeight, clientHeight } = scroller.current;
    // A notice above or below makes the window smaller.
    const end = scrollHeight - clientHeight;
    const isMoved = isOwn || end !== lastEnd.current;
    lastEnd.current = end;
    if (!isAtEnd.current || !isMoved) return;
    scroller.current.scrollTop = end;
    ownOffset.current = scroller.current.scrollTop;
  });
  return ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    if (items === null) return;
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    // While the list learns heights it moves itself: the reader has not left the end.
    if (isNear || Math.abs(scrollTop - ownOffset.current) > 1) isAtEnd.current = isNear;
  };
}

/** A reply of the reader leads back to the newest messages. `items` null: they are shown. */
function useReturn(items: readonly ThreadItem[] | null, toNewest: () => void): void {
  const last = items?.at(-1);
  const ownKey = last?.type === 'outbox' ? last.key : null;
  const known = useRef(ownKey);
  useEffect(() => {
    if (ownKey !== null && ownKey !== known.current) toNewest();
    known.current = ownKey;
  });
}

/** Reads more messages when the reader comes near the first or last one. Returns whether older ones are coming. */
function useMorePages(
  conversationId: string,
  { cursor, newer, messages }: History,
  { above, below }: { above: number | null; below: number },
): boolean {
  const [isLoading, setLoading] = useState(false);
  const count = messages.length;
  const isNearStart = above !== null && above < NEAR_START_PX;
  useEffect(() => {
    if (!isNearStart || cursor === null || count === 0) return;
    setLoading(true);
    loadOlder(conversationId)
      .catch(notifyProblem)
      .finally(() => setLoading(false));
  }, [isNearStart, cursor, count, conversationId]);
  const isNearLast = above !== null && below < NEAR_START_PX;
  const newerCursor = newer?.cursor;
  useEffect(() => {
    if (isNearLast && newerCursor !== undefined) loadNewer(conversationId).catch(notifyProblem);
  }, [isNearLast, newerCursor, conversationId]);
  return isLoading;
}

const MARKED_MS = 2_000;

interface Jump {
  conversationId: string;
  messages: History['messages'];
  items: readonly ThreadItem[];
  target: string | null;
}

/** Scrolls to a quoted or found message, or at first to the target, however far back. */
function useJump(
  { conversationId, messages, items, target }: Jump,
  scrollTo: (index: number) => void,
): { found: string | null; isSearching: boolean; jump: (waMessageId: string) => void } {
  const [wanted, setWanted] = useState(target);
  const [found, setFound] = useState<string | null>(null);
  const lastTarget = useRef(target);
  useEffect(() => {
    if (target !== null && target !== lastTarget.current) setWanted(target);
    lastTarget.current = target;
  }, [target]);
  const index =
    wanted === null
      ? -1
      : items.findIndex((item) => item.type === 'message' && item.message.wa_message_id === wanted);
  const key = items[index]?.key;
  useEffect(() => {
    if (key === undefined) return;
    scrollTo(index);
    setFound(key);
    setWanted(null);
  }, [key, index, scrollTo]);
  // An edit or a reaction is loaded, but no line.
  const isLoaded = wanted !== null && messages.some(({ wa_message_id }) => wa_message_id === wanted);
  const missing = key === undefined && !isLoaded ? wanted : null;
  useEffect(() => {
    if (missing === null) return;
    loadAround(conversationId, missing).catch((problem) => {
      setWanted(null);
      if (asProblem(problem).code !== 'message_not_found') notifyProblem(problem);
    });
  }, [missing, conversationId]);
  useEffect(() => {
    if (found === null) return;
    const timer = setTimeout(() => setFound(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [found]);
  return { found, isSearching: missing !== null || key !== undefined, jump: setWanted };
}
