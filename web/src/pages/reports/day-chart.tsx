import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import { formatOf } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.ts';
import { useIsDark } from '../../theme/theme.ts';
import type { Line } from './day-table.tsx';

const HEIGHT = 240;
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
    const day = (seconds: number) => format.short(new Date(seconds * 1000));
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        series: [
          { value: (_plot, seconds: number | null) => (seconds === null ? '–' : day(seconds)) },
          ...lines.map((line, index) => ({
            label: line.label,
            stroke: color(COLORS[index % COLORS.length] ?? '--accent'),
            width: 2,
            points: { show: dates.length < 14 },
          })),
        ],
        axes: [
          { ...axis, values: (_plot, seconds) => seconds.map(day) },
          { ...axis, size: 56 },
        ],
        scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
      },
      // Noon, so that no time zone moves a point to another day.
      [dates.map((date) => Date.parse(`${date}T12:00:00`) / 1000), ...lines.map(({ values }) => [...values])],
      element,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [dates, lines, language]);
  return <div ref={box} role="img" aria-label={label} className="min-h-70 text-[13px]" />;
}
