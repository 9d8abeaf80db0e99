import { createRequire } from 'node:module';

/** +1 is otherwise the United States and Canada. */
export const ISLANDS: ReadonlyMap<string, string> = new Map([
  ...listed(
    'AG 1268, AI 1264, BB 1246, BM 1441, BS 1242, DM 1767, DO 1809, DO 1829, DO 1849, GD 1473, JM 1658',
  ),
  ...listed(
    'JM 1876, KN 1869, KY 1345, LC 1758, MS 1664, PR 1787, PR 1939, SX 1721, TC 1649, TT 1868, VC 1784',
  ),
  ...listed('VG 1284'),
]);

const OTHER = 'Other';

/** A country's own rate goes before the group's. */
const GROUPS: Readonly<Record<string, string>> = {
  'North America': 'CA US',
  'Rest of Africa':
    'AO BF BI BJ BW CG CI CM DZ ER ET GA GH GM GW KE LR LS LY MA MG ML MR MW MZ NA NE RW SD SL SN SO SS ' +
    'SZ TD TG TN TZ UG ZM',
  'Rest of Asia Pacific': 'AF AU BD CN HK JP KH LA LK MN NP NZ PG PH SG TH TJ TM TW UZ VN',
  'Rest of Central & Eastern Europe': 'AL AM AZ BG BY CZ GE GR HR HU LT LV MD MK PL RO RS SI SK UA',
  'Rest of Latin America': 'BO CR DO EC GT HN HT JM NI PA PR PY SV UY VE',
  'Rest of Middle East': 'BH IQ JO KW LB OM QA YE',
  'Rest of Western Europe': 'AT BE CH DK FI IE NO PT SE',
  // Rated only under their names.
  '': 'AE AR BR CL CO DE EG ES FR GB ID IL IN IT MX MY NG NL PE PK RU SA TR ZA',
};
const GROUP_OF = new Map(
  Object.entries(GROUPS).flatMap(([group, countries]) =>
    countries.split(' ').map((country) => [country, group] as const),
  ),
);

/** As the rate card writes them. */
const NAMES: Readonly<Record<string, string>> = {
  CG: 'Congo',
  CI: 'Ivory Coast',
  CZ: 'Czech Republic',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  SZ: 'Swaziland',
  TR: 'Turkey',
};
const USUAL = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = (country: string) => NAMES[country] ?? USUAL.of(country) ?? country;

const require = createRequire(import.meta.url);
let mains: Readonly<Record<string, readonly string[]>> | undefined;

/** The first of each calling code. */
function mainCountries() {
  mains ??= (require('libphonenumber-js/max/metadata') as { country_calling_codes: typeof mains })
    .country_calling_codes;
  return mains ?? {};
}

export function marketsOf(callingCode: string): string[] {
  const country = countryOf(callingCode);
  if (country === null) return [OTHER];
  const group = GROUP_OF.get(country) ?? OTHER;
  return [nameOf(country), ...(group === '' ? [] : [group])];
}

function countryOf(callingCode: string): string | null {
  if (/^[A-Z]{2}$/.test(callingCode)) return callingCode;
  if (/^7[67]$/.test(callingCode)) return 'KZ';
  return ISLANDS.get(callingCode) ?? mainCountries()[callingCode]?.[0] ?? null;
}

let known: ReadonlyMap<string, string> | undefined;

/** Also by two letters. Null: unknown. */
export function marketNamed(text: string): string | null {
  known ??= knownMarkets();
  return known.get(text.trim().toLowerCase().replaceAll(/\s+/g, ' ')) ?? null;
}

function knownMarkets(): Map<string, string> {
  const countries = new Set([
    ...Object.values(mainCountries()).flat(),
    ...GROUP_OF.keys(),
    ...ISLANDS.values(),
  ]);
  const markets = new Map([...Object.keys(GROUPS), OTHER].map((name) => [name.toLowerCase(), name]));
  for (const country of countries) {
    const name = nameOf(country);
    for (const word of [country, name, USUAL.of(country) ?? name]) markets.set(word.toLowerCase(), name);
  }
  markets.delete('');
  return markets;
}

function listed(countries: string): [code: string, country: string][] {
  return countries.split(', ').map((each) => [each.slice(3), each.slice(0, 2)]);
}
