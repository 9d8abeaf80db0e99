import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import { formatOf } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { useIsDark } from '../../theme/theme.ts';
import type { Line } from './day-table.tsx';

const HEIGHT = 240;
/** Days between two dates of the axis. */
const DAY_STEPS = [1, 2, 5, 7, 10, 15, 30];
const COLORS = ['--accent', '--warn', '--faint'];

interface Props {
  label: string;
  dates: readonly string[];
  lines: readonly Line[];
}

/** Lines over days. A table with the same numbers belongs below it. */
export default function DayChart(props: Props) {
  // Each theme has its own colours, which the canvas reads when it is made.
  return <Chart key={useIsDark() ? 'dark' : 'light'} {...props} />;
}

function Chart({ label, dates, lines }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const dayLabel = useTexts('reports.page')('day');
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const color = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
    const format = formatOf(language);
    const axis = {
      stroke: color('--soft'),
      grid: { stroke: color('--line') },
      ticks: { stroke: color('--line') },
    };
    // Noon, so that no time zone moves a day.
    const day = (index: number) => format.dayMonth(`${dates[index]}T12:00:00`);
    const isWhole = lines.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
    const amount = (value: number) => (isWhole && !Number.isInteger(value) ? '' : format.number(value));
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        // Names beside their colours; the table below has the numbers.
        legend: { live: false },
        series: [
          { label: dayLabel, value: (_plot, index: number | null) => (index === null ? '–' : day(index)) },
          ...lines.map((line, index) => ({
            label: line.label,
            stroke: color(COLORS[index % COLORS.length] ?? '--accent'),
            width: 2,
            points: { show: dates.length < 14 },
          })),
        ],
        axes: [
          { ...axis, incrs: DAY_STEPS, space: 60, values: (_plot, indexes) => indexes.map(day) },
          { ...axis, size: 56, values: (_plot, amounts) => amounts.map(amount) },
        ],
        scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
      },
      [dates.map((_, index) => index), ...lines.map(({ values }) => [...values])],
      element,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [dates, lines, language, dayLabel]);
  return <div ref={box} role="img" aria-label={label} className="min-h-70 text-[13px]" />;
}
