import { type LabelsOf, METRICS, type MetricName, type ProcessMetricName } from './table.ts';

/** One line of `/metrics`. Plain data, because sessions processes send them to main. */
export interface Sample {
  name: MetricName;
  /** Of the lines of a histogram. */
  suffix?: '_bucket' | '_sum' | '_count';
  labels: readonly (readonly [name: string, value: string])[];
  value: number;
}

/** Seconds. */
const BUCKETS = [0.025, 0.1, 0.25, 1, 5];

interface Series {
  readonly values: readonly (string | number)[];
  value: number;
  /** Of a histogram: one per bucket, the last for all longer times. */
  readonly counts?: number[];
}

/** The counters of one process. Counting is a look-up in memory; nothing is written before a scrape. */
export class Metrics {
  readonly #series = new Map<ProcessMetricName, Map<string, Series>>();
  readonly #watched: (() => Sample[])[] = [];
  readonly #children = new Map<string, readonly Sample[]>();

  add<Name extends ProcessMetricName>(name: Name, values: LabelsOf<Name>, by = 1): void {
    this.#find(name, values).value += by;
  }

  observe<Name extends ProcessMetricName>(name: Name, values: LabelsOf<Name>, seconds: number): void {
    const series = this.#find(name, values);
    series.value += seconds;
    const place = BUCKETS.findIndex((most) => seconds <= most);
    const index = place === -1 ? BUCKETS.length : place;
    if (series.counts) series.counts[index] = (series.counts[index] ?? 0) + 1;
  }

  /** Read at each scrape. */
  watch(read: () => Sample[]): void {
    this.#watched.push(read);
  }

  /** The latest samples of a child process; null when it has ended. */
  adopt(child: string, samples: readonly Sample[] | null): void {
    if (samples) this.#children.set(child, samples);
    else this.#children.delete(child);
  }

  /** Of this process alone. */
  own(): Sample[] {
    const counted = [...this.#series].flatMap(([name, all]) =>
      [...all.values()].flatMap((series) => samplesOf(name, series)),
    );
    return [...counted, ...this.#watched.flatMap((read) => read())];
  }

  /** Of this process and its children, with the label `process`. */
  all(): Sample[] {
    const processes = [['main', this.own()] as const, ...this.#children];
    return processes.flatMap(([process, samples]) =>
      samples.map((sample) => ({ ...sample, labels: [['process', process] as const, ...sample.labels] })),
    );
  }

  #find(name: ProcessMetricName, values: readonly (string | number)[]): Series {
    const all = this.#series.get(name) ?? new Map<string, Series>();
    this.#series.set(name, all);
    const key = values.join(' ');
    const known = all.get(key);
    if (known) return known;
    const counts =
      METRICS[name][0] === 'histogram' ? { counts: new Array<number>(BUCKETS.length + 1).fill(0) } : {};
    const series = { values, value: 0, ...counts };
    all.set(key, series);
    return series;
  }
}

/** `values` in the order of the table. */
export function sample<Name extends MetricName>(name: Name, values: LabelsOf<Name>, value: number): Sample {
  return { name, labels: labelsOf(name, values), value };
}

function samplesOf(name: ProcessMetricName, { values, value, counts }: Series): Sample[] {
  const labels = labelsOf(name, values);
  if (!counts) return [{ name, labels, value }];
  let sum = 0;
  const buckets = counts.map((count, n): Sample => {
    sum += count;
    return { name, suffix: '_bucket', labels: [...labels, ['le', String(BUCKETS[n] ?? '+Inf')]], value: sum };
  });
  return [
    ...buckets,
    { name, suffix: '_sum', labels, value },
    { name, suffix: '_count', labels, value: sum },
  ];
}

function labelsOf(name: MetricName, values: readonly (string | number)[]): [string, string][] {
  return METRICS[name][1].map((label, n) => [label, String(values[n])]);
}
