import type { Sample } from './metrics.ts';
import { METRICS, type MetricName } from './table.ts';

export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** The text format of Prometheus, 0.0.4: every metric of the table, in its order, also without a line yet. */
export function renderMetrics(samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  const names = Object.keys(METRICS) as MetricName[]; // keys of a constant table
  return names
    .flatMap((name) => {
      const lines = byName.get(name)?.map(lineOf) ?? [];
      const [type, , help] = METRICS[name];
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function lineOf({ name, suffix, labels, value }: Sample): string {
  const pairs = labels.map(
    ([label, text]) => `${label}="${text.replaceAll(/[\\"\n]/g, (sign) => ESCAPES[sign] ?? sign)}"`,
  );
  return `${name}${suffix ?? ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}
