import { expect, test } from 'vitest';
import { changesOf, draftOf, type Settings } from './draft.ts';

const SETTINGS: Settings = {
  debounce_seconds: 2,
  reply_delay: { min_seconds: 1, max_seconds: 3 },
  typing: true,
  one_text: false,
  max_age_seconds: 180,
  person_words: ['admin', 'cs'],
  exit_words: ['batal'],
  ignored_phones: ['6281111111111', '6282222222222'],
  queue_text: null,
  queue_return_text: null,
  media: { action: 'hand_off', sticker_action: 'ignore', text: null },
  breakers: { per_minute: 5, per_hour: 20, same_text: 3, fast_replies: 4, open_minutes: 60 },
  device_budget_per_minute: 120,
};

test('a form without a change sends nothing', () => {
  expect(changesOf(SETTINGS, draftOf(SETTINGS))).toEqual({});
});

test('only what was changed is sent, and blank lines are no numbers', () => {
  const draft = {
    ...draftOf(SETTINGS),
    debounce_seconds: 4,
    exit_words: null,
    ignored_phones: ' 0811 1111 1111\n\n6282222222222\n',
    reply_delay: { min_seconds: 0, max_seconds: 3 },
  };

  expect(changesOf(SETTINGS, draft)).toEqual({
    debounce_seconds: 4,
    exit_words: null,
    ignored_phones: ['0811 1111 1111', '6282222222222'],
    reply_delay: { min_seconds: 0, max_seconds: 3 },
  });
});
