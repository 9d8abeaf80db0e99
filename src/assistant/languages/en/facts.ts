import type { FactWords } from '../language.ts';

export const facts: FactWords = {
  zeros: 'hundred=2 k=3 grand=3 thousand=3 million=6 billion=9 trillion=12',
  numbers:
    'zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 ' +
    'fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 ' +
    'sixty=60 seventy=70 eighty=80 ninety=90 dozen=12 half=0.5 quarter=0.25',
  teen: '',
  times: 'hundred=100',
  groups: 'thousand=1e3 grand=1e3 million=1e6 billion=1e9 trillion=1e12',
  joints: '(?<=ty)-|(?<=hundred|thousand|million) and |(?<=half|quarter) a ',
  jointWords: 'and a',
  months:
    'january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sept sep, ' +
    'october oct, november nov, december dec',
  monthsInDates: 'march',
  weekdays:
    'monday mondays, tuesday tuesdays, wednesday wednesdays, thursday thursdays, friday fridays, saturday saturdays, ' +
    'sunday sundays',
  week: null,
  eachDay: 'every ?day|daily|7 days a week',
  days: {
    today: 'today',
    tomorrow: 'tomorrow',
    'in two days': '',
    tonight: 'tonight',
    yesterday: 'yesterday',
  },
  now: '',
  until: 'to|until|through',
  and: 'and',
  or: 'or',
  beforeDate: '',
  of: 'of',
  dayEndings: 'st nd rd th',
  at: 'at',
  periods: { morning: 'am a.m. a.m', noon: '', afternoon: 'pm p.m. p.m', night: '' },
  units: {
    percent: 'percent pct',
    minute: 'minute minutes min',
    hour: 'hour hours hr hrs',
    day: 'day days',
    week: 'week weeks',
    fortnight: 'fortnight fortnights',
    month: 'month months',
    year: 'year years',
    decade: 'decade decades',
    kilogram: 'kilograms',
    gram: 'grams',
    litre: 'litre liters litres',
    kilometre: 'kilometre kilometers',
    metre: 'metre meters metres',
    times: 'times',
    piece: 'piece pieces items',
    person: 'person people',
  },
  beforeUnit: 'business working calendar full',
  counted: 'cup pack box set unit',
  each: 'each |every |an? ',
  rates: 'week month year',
  rateEnding: 'ly',
  currencies: { usd: 'dollar dollars buck bucks', eur: 'euro euros' },
};
