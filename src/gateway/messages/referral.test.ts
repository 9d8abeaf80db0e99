import { expect, test } from 'vitest';
import { referralOf } from './referral.ts';

const nothing = { ad_id: null, source_url: null, headline: null, body: null, ctwa_clid: null };

const official = (referral: object) => ({ referral });
const economy = (externalAdReply: object, context: object = {}) => ({
  ad_context: { ...context, externalAdReply },
});

test('both engines give one shape', () => {
  const expected = {
    source_type: 'ad',
    ad_id: '1202',
    source_url: 'https://fb.me/1',
    headline: 'Promo',
    body: 'Diskon 20 %',
    ctwa_clid: 'ARx',
  };

  const read = [
    official({
      source_type: 'ad',
      source_id: '1202',
      source_url: 'https://fb.me/1',
      headline: 'Promo',
      body: 'Diskon 20 %',
      media_type: 'image',
      ctwa_clid: 'ARx',
    }),
    economy({
      sourceType: 'ad',
      sourceId: '1202',
      sourceUrl: 'https://fb.me/1',
      title: 'Promo',
      body: 'Diskon 20 %',
      mediaType: 1,
      ctwaClid: 'ARx',
    }),
  ].map(referralOf);

  expect(read).toEqual([expected, expected]);
});

test.each<[string, object, object]>([
  ['a post', official({ source_type: 'post', source_id: '9' }), { source_type: 'post', ad_id: '9' }],
  ['a post of economy', economy({ sourceType: 'post', sourceId: '9' }), { source_type: 'post', ad_id: '9' }],
  ['another source of official', official({ source_type: 'story' }), { source_type: 'other' }],
  [
    'an id that is a number',
    official({ source_type: 'ad', source_id: 77 }),
    { source_type: 'ad', ad_id: '77' },
  ],
  ['a type in capitals', economy({ sourceType: 'AD' }), { source_type: 'ad' }],
  ['only the id of a click', economy({ ctwaClid: 'ARx' }), { source_type: 'ad', ctwa_clid: 'ARx' }],
  ['only the entry point', { ad_context: { entryPointConversionSource: 'ctwa_ad' } }, { source_type: 'ad' }],
  [
    'only the source of the conversion',
    { ad_context: { conversionSource: 'FB_Ads' } },
    { source_type: 'ad' },
  ],
])('%s is read', (_, details, expected) => {
  expect(referralOf(details)).toEqual({ ...nothing, ...expected });
});

test.each<[string, unknown]>([
  ['no details', null],
  ['other details', { kind: 'sticker', context: { forwarded: true } }],
  ['a link card of a bot', economy({ title: 'Menu', sourceUrl: 'https://t.me/x', showAdAttribution: true })],
  ['a card with an invented type', economy({ sourceType: ' x ', sourceId: ' x ', title: 'Menu' })],
  ['a post without an id', economy({ sourceType: 'post', title: 'Menu' })],
  ['a chat from the search', { ad_context: { entryPointConversionSource: 'global_search_new_chat' } }],
  ['an empty referral', official({})],
  ['values of other types', { referral: 'ad', ad_context: ['ad'] }],
  ['values of other types inside', economy({ sourceType: { toLowerCase: 1 }, ctwaClid: 7 })],
])('%s is no advertisement', (_, details) => {
  expect(referralOf(details)).toBeNull();
});

test('hostile values are bounded text, or missing', () => {
  const read = (fields: object) => referralOf(economy({ sourceType: 'ad', ...fields }));

  expect(read({ sourceId: 'x'.repeat(201), ctwaClid: 'x'.repeat(201) })).toEqual({
    ...nothing,
    source_type: 'ad',
  });
  expect(read({ sourceUrl: `https://a.example/${'x'.repeat(2_000)}` })?.source_url).toBeNull();
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//a.example',
    'https://',
    'https://a b',
    'ftp://a',
  ]) {
    expect(read({ sourceUrl: url })?.source_url).toBeNull();
  }
  const texts = read({ title: '<b>&'.repeat(100), body: `${'a'.repeat(299)}👍` });
  expect(texts?.headline).toBe('<b>&'.repeat(75));
  expect(texts?.body).toBe('a'.repeat(299));
  expect(read({ title: `${'\u0001'.repeat(599)}👍` })?.headline?.isWellFormed()).toBe(true);
});
