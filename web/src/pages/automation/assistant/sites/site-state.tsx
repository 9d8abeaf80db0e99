import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import type { Site } from './queries.ts';

const TONES: Record<Site['state'], Tone> = {
  waiting: 'neutral',
  reading: 'accent',
  ready: 'good',
  failed: 'bad',
};

export function SiteState({ site: { state, problem } }: { site: Site }) {
  const t = useTexts('assistant.sites');
  const isPartly = state === 'ready' && problem !== null;
  return (
    <Badge tone={isPartly ? 'warn' : TONES[state]}>
      <span role="status">{t(isPartly ? 'partly' : state)}</span>
    </Badge>
  );
}
