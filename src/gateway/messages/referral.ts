import { z } from 'zod';
import { cut } from '../../platform/lib/text.ts';

const MAX_ID = 200;
const MAX_URL = 2_000;
const MAX_TEXT = 300;

/** Unreadable counts as missing: the details are stored as they came. */
const maybe = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);
const text = maybe(z.string());

const AdContext = z.object({
  conversionSource: text,
  entryPointConversionSource: text,
  externalAdReply: maybe(
    z.object({ sourceType: text, sourceId: text, sourceUrl: text, title: text, body: text, ctwaClid: text }),
  ),
});
type AdContext = z.infer<typeof AdContext>;

const Details = z.object({
  referral: maybe(
    z.object({
      source_type: text,
      source_id: maybe(z.union([z.string(), z.int().transform(String)])),
      source_url: text,
      headline: text,
      body: text,
      ctwa_clid: text,
    }),
  ),
  ad_context: maybe(AdContext),
});

/** The click on an advertisement, or on a post with a message button. */
export interface Referral {
  source_type: 'ad' | 'post' | 'other';
  /** The provider's id of the ad or post. At most 200 characters. */
  ad_id: string | null;
  /** http or https, at most 2,000 characters. */
  source_url: string | null;
  /** At most 300 characters, like `body`. */
  headline: string | null;
  body: string | null;
  /** Of the click. At most 200 characters. */
  ctwa_clid: string | null;
}

type Told = Partial<Record<'id' | 'url' | 'headline' | 'body' | 'click', string | null | undefined>>;

/** Null: no advertisement. On the economy network the customer's app writes these values, so any text is possible. */
export function referralOf(details: unknown): Referral | null {
  const { referral, ad_context: context } = Details.safeParse(details).data ?? {};
  if (referral) {
    const { source_type, source_id: id, source_url: url, headline, body, ctwa_clid: click } = referral;
    if (!source_type && !id) return null;
    return normalised(typeOf(source_type) ?? 'other', { id, url, headline, body, click });
  }
  if (!context) return null;
  const {
    sourceId: id,
    sourceUrl: url,
    title: headline,
    body,
    ctwaClid: click,
  } = context.externalAdReply ?? {};
  const type = typeInContext(context);
  return type && normalised(type, { id, url, headline, body, click });
}

/**
 * Bots attach this card to any link: title, URL and `showAdAttribution` prove nothing. Meta's apps set the type, the
 * click id, or (2026) only the entry point (Baileys issue 2354).
 */
function typeInContext({ externalAdReply, ...context }: AdContext): Referral['source_type'] | null {
  const { sourceType, sourceId, ctwaClid } = externalAdReply ?? {};
  const isClick = context.entryPointConversionSource === 'ctwa_ad' || context.conversionSource === 'FB_Ads';
  if (typeOf(sourceType) === 'post') return sourceId ? 'post' : null;
  return typeOf(sourceType) === 'ad' || ctwaClid || isClick ? 'ad' : null;
}

function typeOf(sourceType: string | null | undefined): 'ad' | 'post' | null {
  const type = sourceType?.toLowerCase();
  return type === 'ad' || type === 'post' ? type : null;
}

/** A cut id would name another advertisement: long ids and URLs are dropped. */
function normalised(source_type: Referral['source_type'], told: Told): Referral {
  return {
    source_type,
    ad_id: idIn(told.id),
    source_url: webUrl(told.url),
    headline: short(told.headline),
    body: short(told.body),
    ctwa_clid: idIn(told.click),
  };
}

function whole(value: string | null | undefined, max: number): string | null {
  const trimmed = value?.trim();
  return trimmed && trimmed.length <= max ? trimmed : null;
}

function idIn(value: string | null | undefined): string | null {
  const id = whole(value, MAX_ID);
  return id && /^[\x21-\x7e]+$/.test(id) ? id : null;
}

const short = (value: string | null | undefined) =>
  cut(
    (value ?? '')
      .slice(0, 2 * MAX_TEXT)
      // The end may be half of an emoji, which PostgreSQL refuses in JSON.
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
    MAX_TEXT,
  ) || null;

function webUrl(value: string | null | undefined): string | null {
  const url = whole(value, MAX_URL);
  return url && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url) ? url : null;
}
