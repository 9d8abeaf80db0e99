import type { FactWords } from '../language.ts';

export const facts: FactWords = {
  zeros: 'ratus=2 rb=3 rbu=3 ribu=3 k=3 ceng=3 ewu=3 jt=6 jeti=6 juta=6 miliar=9 milyar=9 triliun=12',
  numbers:
    'nol=0 satu=1 dua=2 tiga=3 empat=4 lima=5 enam=6 tujuh=7 delapan=8 sembilan=9 sepuluh=10 sebelas=11 jigo=25 ' +
    'gocap=50 cepek=100 cepe=100 pekgo=150 gopek=500 gope=500 seceng=1e3 saceng=1e3 ceceng=1e3 noceng=2e3 ' +
    'samceng=3e3 siceng=4e3 goceng=5e3 sewu=1e3 ceban=1e4 noban=2e4 samban=3e4 siban=4e4 goban=5e4 cetiau=1e6 ' +
    'gotiau=5e6 sejeti=1e6 lusin=12 selusin=12 kodi=20 sekodi=20 setengah=0.5',
  teen: 'belas',
  times: 'puluh=10 ratus=100 seratus=100',
  groups:
    'ribu=1e3 seribu=1e3 ceng=1e3 ewu=1e3 juta=1e6 sejuta=1e6 jeti=1e6 miliar=1e9 milyar=1e9 semiliar=1e9 ' +
    'triliun=1e12',
  joints: '',
  jointWords: '',
  months:
    'januari jan, februari pebruari feb peb, maret mar, april apr, mei, juni jun, juli jul, agustus agu agt ags, ' +
    'september sept sep, oktober okt, november nopember nov nop, desember des',
  monthsInDates: '',
  weekdays: "senin, selasa, rabu, kamis, jumat jum'at, sabtu, minggu ahad",
  week: {
    day: 'minggu',
    before: '(?:\\d|\\/|per|se|tiap|satu|dua|tiga|empat|lima|beberapa|akhir|dalam) ?$',
    after: '^ (?:ini|depan|lalu|kemudian|kerja|pertama|terakhir)(?!\\p{L})',
  },
  // `7 hari` alone is a time.
  eachDay: 'setiap hari|tiap hari|(?<=(?:buka|jam) )7 hari|7 hari(?= (?:dalam )?se(?:minggu|pekan))',
  days: {
    today: 'hari ini',
    tomorrow: 'besok, esok',
    'in two days': 'lusa',
    tonight: 'malam ini',
    yesterday: 'kemarin',
  },
  now: 'sekarang',
  until: 's\\/d|sampai(?: dengan)?|hingga',
  and: 'dan serta',
  or: 'atau',
  beforeDate: 'tgl tanggal',
  of: '',
  dayEndings: '',
  at: 'jam|pukul|pkl\\.?',
  periods: { morning: 'pagi', noon: 'siang', afternoon: 'sore', night: 'malam' },
  units: {
    percent: '% persen',
    minute: 'menit mnt',
    hour: 'jam',
    day: 'hari',
    week: 'minggu pekan',
    month: 'bulan bln',
    year: 'tahun thn th',
    decade: 'dekade',
    kilogram: 'kg kilo kilogram',
    gram: 'gram gr g',
    litre: 'liter l ltr',
    millilitre: 'ml mililiter',
    kilometre: 'km kilometer',
    metre: 'meter m',
    centimetre: 'cm sentimeter',
    times: 'kali x',
    piece: 'pcs pc buah biji item',
    person: 'orang pax',
  },
  beforeUnit: '',
  counted: 'pc pcs buah bh biji porsi gelas botol bungkus dus kotak lembar orang hari kg gram gr',
  each: 'tiap |setiap |se(?!kali)(?=\\p{L}{3})',
  rates: 'bulan minggu tahun hari',
  rateEnding: 'an',
  currencies: { idr: 'rupiah perak', usd: 'dolar', myr: 'ringgit', eur: 'euro' },
};
