import { clsx } from 'clsx';
import { type PointerEvent, useState } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { areaOf, pathOf, ticksOf } from './shapes.ts';

type Tone = 'accent' | 'second' | 'faint' | 'bad';

export interface Line {
  label: string;
  /** One for each day. Null: there was none. */
  values: readonly (number | null)[];
  /** Default: by its place. */
  tone?: Tone;
}

/** More days are lines. */
const MAX_BARS = 14;
const MAX_NAMES = 6;
const TONES: readonly Tone[] = ['accent', 'second', 'faint'];
const FILLS: Record<Tone, string> = {
  accent: 'bg-accent',
  second: 'bg-sky-600 dark:bg-sky-400',
  faint: 'bg-faint',
  bad: 'bg-bad',
};
const STROKES: Record<Tone, string> = {
  accent: 'text-accent',
  second: 'text-sky-600 dark:text-sky-400',
  faint: 'text-faint',
  bad: 'text-bad',
};

interface Props {
  label: string;
  dates: readonly string[];
  lines: readonly Line[];
}

/** Bars for some days, lines for many. The numbers of a day appear at the pointer; a table has all of them. */
export function Chart({ label, dates, lines }: Props) {
  const format = useFormat();
  const [at, setAt] = useState<number | null>(null);
  const toned = lines.map((line, index) => ({ ...line, tone: line.tone ?? TONES[index] ?? 'faint' }));
  const ticks = ticksOf(lines.flatMap(({ values }) => values));
  const top = ticks.at(-1) ?? 1;
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(dates.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * dates.length))));
  };
  return (
    <div className="grid gap-3" role="img" aria-label={label}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-soft" aria-hidden>
        {toned.map(({ label: name, tone }) => (
          <li key={name} className="flex items-center gap-1.5">
            <Dot tone={tone} />
            {name}
          </li>
        ))}
      </ul>
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-faint tabular-nums"
        aria-hidden
      >
        <div className="flex h-52 flex-col-reverse justify-between text-right leading-none">
          {ticks.map((tick) => (
            <span key={tick}>{format.number(tick)}</span>
          ))}
        </div>
        <div
          className="relative my-1.5 h-49 cursor-default touch-pan-y"
          onPointerMove={move}
          onPointerDown={move}
          onPointerLeave={() => setAt(null)}
        >
          <Grid ticks={ticks} />
          {at !== null && <Marked at={at} of={dates.length} />}
          {dates.length > MAX_BARS ? <Lines lines={toned} top={top} /> : <Bars lines={toned} top={top} />}
          {at !== null && <Tip {...{ at, dates }} lines={toned} />}
        </div>
        <span />
        <Names dates={dates} />
      </div>
    </div>
  );
}

type Toned = Line & { tone: Tone };

const Dot = ({ tone }: { tone: Tone }) => (
  <span className={clsx('size-2 shrink-0 rounded-full', FILLS[tone])} aria-hidden />
);

const Grid = ({ ticks }: { ticks: readonly number[] }) => (
  <div className="absolute inset-0 flex flex-col-reverse justify-between">
    {ticks.map((tick) => (
      <span key={tick} className={clsx('border-t', tick === 0 ? 'border-field-line' : 'border-line/60')} />
    ))}
  </div>
);

const Marked = ({ at, of }: { at: number; of: number }) => (
  <span
    className="absolute inset-y-0 rounded bg-hover"
    style={{ left: `${(at / of) * 100}%`, width: `${100 / of}%` }}
  />
);

function Bars({ lines, top }: { lines: readonly Toned[]; top: number }) {
  const days = lines[0]?.values.length ?? 0;
  return (
    <div className="absolute inset-0 flex">
      {Array.from({ length: days }, (_, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days in their order
        <div key={day} className="flex min-w-0 flex-1 items-end justify-center gap-px px-[8%]">
          {lines.map(({ label, values, tone }) => (
            <span
              key={label}
              className={clsx('max-w-8 min-w-px flex-1 rounded-t-sm', FILLS[tone])}
              style={{ height: `${((values[day] ?? 0) / top) * 100}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Lines({ lines, top }: { lines: readonly Toned[]; top: number }) {
  const days = lines[0]?.values.length ?? 0;
  return (
    <svg
      className="absolute inset-0 size-full overflow-visible"
      viewBox={`0 0 ${days} ${top}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lines.map(({ label, values, tone }, index) => (
        <g key={label} className={STROKES[tone]} stroke="currentColor" fill="none">
          {index === 0 && (
            <path d={areaOf(values, top)} stroke="none" fill="currentColor" className="opacity-12" />
          )}
          <path
            d={pathOf(values, top)}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </svg>
  );
}

function Tip({ at, dates, lines }: { at: number; dates: readonly string[]; lines: readonly Toned[] }) {
  const format = useFormat();
  const share = (at + 0.5) / dates.length;
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 grid gap-1 rounded-md border border-line bg-raised px-2.5
        py-1.5 text-[13px] whitespace-nowrap text-ink shadow-lg"
      style={share > 0.5 ? { right: `${(1 - share) * 100 + 2}%` } : { left: `${share * 100 + 2}%` }}
    >
      <b className="font-medium">{format.day(`${dates[at]}T12:00:00`)}</b>
      {lines.map(({ label, values, tone }) => (
        <span key={label} className="flex items-center gap-1.5">
          <Dot tone={tone} />
          <span className="text-soft">{label}</span>
          <span className="ml-auto pl-3 font-medium">
            {values[at] === null ? '–' : format.number(values[at] ?? 0)}
          </span>
        </span>
      ))}
    </div>
  );
}

/** Some of the dates, below the middle of their days. */
function Names({ dates }: { dates: readonly string[] }) {
  const format = useFormat();
  const step = Math.ceil(dates.length / MAX_NAMES);
  return (
    <div className="relative h-4">
      {dates.map((date, index) =>
        index % step === 0 ? (
          <span
            key={date}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${((index + 0.5) / dates.length) * 100}%` }}
          >
            {format.dayMonth(`${date}T12:00:00`)}
          </span>
        ) : null,
      )}
    </div>
  );
}
