import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { clockOf } from '../../clock.ts';
import { MAX_BYTES, waveformQuery } from './waveform.ts';

const SPEEDS = [1, 1.5, 2] as const;
const STEP_SECONDS = 0.1;

interface Props {
  url: string;
  size: number | null;
  /** For people who do not see it. */
  name: string;
  onError: () => void;
}

/** A voice note or another sound, played in its place. */
export function AudioPlayer({ url, size, name, onError }: Props) {
  const t = useTexts('chat.media');
  const player = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [wasPlayed, setPlayed] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const isSmall = size !== null && size <= MAX_BYTES;
  const { data: bars } = useQuery({ ...waveformQuery(url), enabled: wasPlayed && isSmall });
  const toggle = () => {
    setPlayed(true);
    if (isPlaying) player.current?.pause();
    // A pause before the first sound rejects it, and an unreadable file is an error of the player.
    else void player.current?.play().catch(() => {});
  };
  const seek = (to: number) => {
    if (player.current) player.current.currentTime = to;
    setTime(to);
  };
  return (
    <fieldset aria-label={name} className="flex w-68 max-w-full items-center gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: customers send voice notes without a text */}
      <audio
        ref={player}
        src={url}
        preload="metadata"
        onError={onError}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setTime(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          setLength(Number.isFinite(duration) ? duration : 0)
        }
      />
      <IconButton
        kind="primary"
        label={t(isPlaying ? 'pause' : 'play')}
        icon={isPlaying ? Pause : Play}
        onClick={toggle}
        className="rounded-full!"
      />
      <Track {...{ time, length, bars: bars ?? null, seek }} />
      <Speed
        onChange={(speed) => {
          if (player.current) player.current.playbackRate = speed;
        }}
      />
    </fieldset>
  );
}

interface TrackProps {
  time: number;
  /** Zero: unknown. */
  length: number;
  bars: readonly number[] | null;
  seek: (to: number) => void;
}

/** The waveform, or a line, below a slider without a look of its own. */
function Track({ time, length, bars, seek }: TrackProps) {
  const t = useTexts('chat.media');
  const share = length > 0 ? time / length : 0;
  return (
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="relative flex h-7 items-center rounded-sm outline-accent has-focus-visible:outline-2">
        <span aria-hidden className="flex h-full w-full items-center gap-px">
          {(bars ?? [null]).map((bar, index, { length: count }) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
              key={index}
              style={bar === null ? {} : { height: `${Math.max(8, bar * 100)}%` }}
              className={clsx(
                'min-w-0 flex-1 rounded-full',
                bar === null
                  ? 'relative h-1 bg-field-line/50'
                  : index / count < share
                    ? 'bg-accent'
                    : 'bg-field-line/60',
              )}
            >
              {bar === null && (
                <span className="absolute h-1 rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
              )}
            </span>
          ))}
        </span>
        <input
          type="range"
          aria-label={t('position')}
          aria-valuetext={t('positionOf', { time: clockOf(time), length: clockOf(length) })}
          min={0}
          max={length}
          step={STEP_SECONDS}
          value={time}
          disabled={length === 0}
          onChange={({ target }) => seek(target.valueAsNumber)}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </span>
      <span aria-hidden className="text-[11px] text-soft tabular-nums">
        {clockOf(time > 0 ? time : length)}
      </span>
    </span>
  );
}

/** Minutes and seconds, as on every player. */
function Speed({ onChange }: { onChange: (speed: number) => void }) {
  const [t, format] = [useTexts('chat.media'), useFormat()];
  const [index, setIndex] = useState(0);
  const speed = SPEEDS[index] ?? 1;
  const next = (index + 1) % SPEEDS.length;
  return (
    <button
      type="button"
      aria-label={t('speed', { speed: format.number(speed) })}
      title={t('speed', { speed: format.number(speed) })}
      onClick={() => {
        setIndex(next);
        onChange(SPEEDS[next] ?? 1);
      }}
      className="w-10 shrink-0 rounded-full bg-active px-1.5 py-0.5 text-xs font-medium tabular-nums hover:bg-hover"
    >
      {format.number(speed)}×
    </button>
  );
}
