import type { FactWords } from '../language.ts';

export const facts: FactWords = {
  zeros: 'mil=3 millón=6 millones=6',
  numbers:
    'cero=0 uno=1 un=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 ' +
    'doce=12 trece=13 ' +
    'catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintiún=21 ' +
    'veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 veintiocho=28 ' +
    'veintinueve=29 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ' +
    'ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 cuatrocientas=400 ' +
    'quinientos=500 quinientas=500 seiscientos=600 seiscientas=600 setecientos=700 setecientas=700 ochocientos=800 ' +
    'ochocientas=800 novecientos=900 novecientas=900 docena=12',
  teen: '',
  times: '',
  groups: 'mil=1e3 millón=1e6 millones=1e6',
  joints: ' y ',
  jointWords: 'y',
  months:
    'enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago, ' +
    'septiembre setiembre sep ' +
    'sept, octubre oct, noviembre nov, diciembre dic',
  monthsInDates: '',
  weekdays: 'lunes, martes, miércoles, jueves, viernes, sábado sábados, domingo domingos',
  week: null,
  eachDay: 'todos los d[ií]as|cada d[ií]a|a diario|diariamente|7 d[ií]as (?:a|de) la semana',
  days: {
    today: 'hoy',
    tomorrow: 'mañana',
    'in two days': 'pasado mañana',
    tonight: 'esta noche, hoy en la noche',
    yesterday: 'ayer',
  },
  now: 'ahora',
  until: 'hasta(?: (?:las|el|la))?|a(?: las)?|al',
  and: 'y',
  or: 'o u',
  beforeDate: 'el día',
  of: 'de del',
  dayEndings: 'º',
  at: 'a las|a la|de las|desde las',
  periods: { morning: 'a.m. a.m am', noon: '', afternoon: 'p.m. p.m pm', night: '' },
  units: {
    percent: '%',
    minute: 'minuto minutos min',
    hour: 'hora horas h hs hrs',
    day: 'día días',
    week: 'semana semanas',
    fortnight: 'quincena',
    month: 'mes meses',
    year: 'año años',
    decade: 'década décadas',
    kilogram: 'kilo kilos kilogramo kilogramos',
    gram: 'gramo gramos',
    litre: 'litro litros',
    millilitre: 'mililitro mililitros',
    kilometre: 'kilómetro kilómetros',
    metre: 'metro metros',
    centimetre: 'centímetro centímetros',
    times: 'vez veces',
    piece: 'pieza piezas pza pzas unidad unidades artículos',
    person: 'persona personas',
  },
  beforeUnit: 'hábiles',
  counted:
    'pza pzas pieza piezas unidad unidades caja cajas paquete paquetes botella botellas personas kilos',
  each: 'cada |por |al |a la ',
  rates: '',
  rateEnding: '',
  currencies: { usd: 'dólar dólares', eur: 'euro euros', peso: 'peso pesos' },
};
