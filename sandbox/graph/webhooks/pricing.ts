import type { Cloud } from '../cloud.ts';
import { isJson, type Json } from '../json.ts';
import { findPerson } from '../people/people.ts';
import type { CloudNumber } from '../records.ts';
import { listedTemplates } from '../templates/account-templates.ts';

/** What `pricing` of a status says. */
export interface Price {
  billable: boolean;
  pricing_model: 'PMP';
  type: 'regular' | 'free_entry_point';
  category: string;
}

/** Of templates that the account does not list. */
const OTHER_TEMPLATES = 'utility';

/**
 * By the rules since October 2026: answers are charged like templates, also within the window of 24 hours. Only the
 * three days after an answered advertisement are free.
 */
export function priceOf(
  cloud: Cloud,
  { data }: CloudNumber,
  { peer, type, at, node }: { peer: string; type: string; at: number; node: unknown },
): Price {
  const pair = cloud.pairs.get(data.phone_number_id, peer, at, () => findPerson(cloud, peer));
  const isFree = at < pair.freeUntil;
  const category =
    type === 'template' ? categoryOf(cloud, data.waba_id, isJson(node) ? node : {}) : 'service';
  return {
    billable: !isFree,
    pricing_model: 'PMP',
    type: isFree ? 'free_entry_point' : 'regular',
    category: isFree ? 'referral_conversion' : category,
  };
}

function categoryOf(cloud: Cloud, wabaId: string, { name, language }: Json): string {
  const code = isJson(language) ? language.code : undefined;
  const template = listedTemplates(cloud, wabaId).find(
    (each) => each.name === name && each.language === code,
  );
  return template?.category.toLowerCase() ?? OTHER_TEMPLATES;
}
