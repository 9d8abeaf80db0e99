import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { PushSwitch } from './push-switch.tsx';

/** Push, and where the rest is chosen. */
export default function PushPart() {
  const t = useTexts('push.page');
  return (
    <>
      <PushSwitch />
      <Link
        to="/settings"
        hash="notice-settings"
        className="justify-self-start text-[13px] text-accent underline"
      >
        {t('more')}
      </Link>
    </>
  );
}
