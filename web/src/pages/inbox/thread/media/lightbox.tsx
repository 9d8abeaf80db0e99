import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/states.tsx';
import { ownTextOf } from '../../own-text.ts';
import type { Message } from '../history.ts';
import { kindOf, urlOf, useFileName } from './file.ts';
import { useZoom } from './use-zoom.ts';

const ON_DARK = 'text-white/85! hover:bg-white/15 hover:text-white! disabled:opacity-30';

interface Props {
  message: Message;
  /** Null: there is none. */
  onOlder: (() => void) | null;
  onNewer: (() => void) | null;
  /** Whether an older one is looked for. */
  isLoading: boolean;
  onClose: () => void;
  /** The lightbox has left the page. */
  onClosed: () => void;
}

/** One picture or video over the whole window. */
export function Lightbox({ message, onOlder, onNewer, isLoading, onClose, onClosed }: Props) {
  const t = useTexts('chat.media');
  const name = useFileName()(message);
  const isPicture = kindOf(message) !== 'video';
  const to = (step: (() => void) | null) => () => {
    if (!step) return;
    whole();
    step();
  };
  const { zoom, whole, isZoomed, image, stage } = useZoom((direction) =>
    to(direction === 1 ? onOlder : onNewer)(),
  );
  const acts: Record<string, () => void> = {
    ArrowLeft: to(onOlder),
    ArrowRight: to(onNewer),
    ...(isPicture && { '+': () => zoom(1), '=': () => zoom(1), '-': () => zoom(-1), '0': whole }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows move within a video that has the focus.
    if (event.target instanceof HTMLVideoElement || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]?.();
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/95" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col outline-none"
          onKeyDown={onKeyDown}
          onOpenAutoFocus={focusItself}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
        >
          <Bar message={message} name={name}>
            {isPicture && (
              <>
                <Act label={t('zoomOut')} icon={ZoomOut} disabled={!isZoomed} onClick={() => zoom(-1)} />
                <Act label={t('zoomIn')} icon={ZoomIn} onClick={() => zoom(1)} />
              </>
            )}
          </Bar>
          <div className="relative flex min-h-0 flex-1 items-center">
            <Shown {...{ message, name, stage, image, isZoomed }} />
            <Side
              label={t('older')}
              icon={ChevronLeft}
              onClick={to(onOlder)}
              disabled={!onOlder}
              at="left-2"
            />
            <Side
              label={t('newer')}
              icon={ChevronRight}
              onClick={to(onNewer)}
              disabled={!onNewer}
              at="right-2"
            />
            {isLoading && <Spinner className="absolute top-1/2 left-14 text-white" />}
          </div>
          <Caption text={ownTextOf(message)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The box itself takes keys, and no key runs an act by mistake. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function Bar({ message, name, children }: { message: Message; name: string; children: ReactNode }) {
  const [t, ui] = [useTexts('chat.media'), useTexts('common.ui')];
  return (
    <div className="flex items-center gap-1 px-3 py-2 text-white/85">
      <Radix.Title aria-live="polite" className="min-w-0 flex-1 truncate text-[13px]">
        <bdi>{name}</bdi>
      </Radix.Title>
      {children}
      <Button asChild kind="quiet" size="icon" className={ON_DARK}>
        <a
          href={urlOf(message) ?? undefined}
          download={message.media?.file_name ?? ''}
          aria-label={t('download')}
          title={t('download')}
        >
          <Download aria-hidden />
        </a>
      </Button>
      <Radix.Close asChild>
        <Act label={ui('close')} icon={X} />
      </Radix.Close>
    </div>
  );
}

function Act(props: React.ComponentProps<typeof IconButton>) {
  return <IconButton className={ON_DARK} {...props} />;
}

function Side({ at, ...props }: React.ComponentProps<typeof IconButton> & { at: string }) {
  return <IconButton className={`absolute ${at} rounded-full! bg-black/40 ${ON_DARK}`} {...props} />;
}

type Zoom = ReturnType<typeof useZoom>;

interface ShownProps extends Pick<Zoom, 'stage' | 'image' | 'isZoomed'> {
  message: Message;
  name: string;
}

function Shown({ message, name, stage, image, isZoomed }: ShownProps) {
  const src = urlOf(message) ?? undefined;
  if (kindOf(message) === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: people send videos without a text
      <video
        key={src}
        src={src}
        aria-label={name}
        controls
        autoPlay
        className="m-auto max-h-full max-w-full"
      />
    );
  return (
    <div
      {...stage}
      className={clsx(
        'flex size-full touch-none items-center justify-center overflow-hidden',
        isZoomed && 'cursor-grab',
      )}
    >
      <img
        key={src}
        src={src}
        alt={name}
        draggable={false}
        style={image}
        className="max-h-full max-w-full object-contain select-none"
      />
    </div>
  );
}

function Caption({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p
      dir="auto"
      className="max-h-24 overflow-y-auto px-4 py-3 text-center whitespace-pre-wrap text-white/90"
    >
      {text}
    </p>
  );
}
