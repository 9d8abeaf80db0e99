interface Props {
  label: string;
  total: number;
  good: number;
  bad?: number;
}

/** How much of a work is done, with the failed part in another colour. */
export function Progress({ label, total, good, bad = 0 }: Props) {
  const share = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={good + bad}
      className="flex h-2 overflow-hidden rounded-full bg-active"
    >
      <div className="bg-accent transition-[width]" style={{ width: share(good) }} />
      <div className="bg-bad transition-[width]" style={{ width: share(bad) }} />
    </div>
  );
}
