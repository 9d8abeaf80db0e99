import { queryOptions } from '@tanstack/react-query';

/** A voice note of four minutes. Longer sounds have a plain line: decoding takes all of a sound into memory. */
export const MAX_BYTES = 512 * 1024;
const BARS = 44;
const RATE_HZ = 8_000;
/** The noise of a codec is no sound. */
const SILENCE = 0.005;

/** How loud each part of a sound is, from 0 to 1. Null: this browser does not read it. */
export const waveformQuery = (url: string) =>
  queryOptions({
    queryKey: ['waveform', url] as const,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly number[] | null> => {
      const answer = await fetch(url, { signal });
      if (!answer.ok) return null;
      const bytes = await answer.arrayBuffer();
      const reader = new OfflineAudioContext({ length: 1, sampleRate: RATE_HZ });
      const sound = await reader.decodeAudioData(bytes).catch(() => null);
      return sound && barsOf(sound.getChannelData(0));
    },
  });

/** The loudest part is 1. Silence has none. */
function barsOf(samples: Float32Array, count = BARS): number[] {
  const size = Math.max(1, Math.floor(samples.length / count));
  const bars = Array.from({ length: count }, (_, bar) => {
    let sum = 0;
    for (let at = bar * size; at < Math.min((bar + 1) * size, samples.length); at += 1)
      sum += (samples[at] ?? 0) ** 2;
    return Math.sqrt(sum / size);
  });
  const loudest = Math.max(...bars);
  return bars.map((bar) => (loudest < SILENCE ? 0 : bar / loudest));
}
