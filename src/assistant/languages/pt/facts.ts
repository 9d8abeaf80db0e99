import type { FactWords } from '../language.ts';

export const facts: FactWords = {
  zeros: 'mil=3 milhão=6 milhões=6 bilhão=9 bilhões=9',
  numbers:
    'zero=0 um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 ' +
    'treze=13 quatorze=14 catorze=14 quinze=15 dezesseis=16 dezessete=17 dezoito=18 dezenove=19 vinte=20 trinta=30 ' +
    'quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 ' +
    'duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400 quinhentos=500 quinhentas=500 ' +
    'seiscentos=600 seiscentas=600 setecentos=700 setecentas=700 oitocentos=800 oitocentas=800 novecentos=900 ' +
    'novecentas=900 dúzia=12',
  teen: '',
  times: '',
  groups: 'mil=1e3 milhão=1e6 milhões=1e6 bilhão=1e9 bilhões=1e9',
  joints: ' e ',
  jointWords: 'e',
  months:
    'janeiro jan, fevereiro fev, março mar, abril abr, maio mai, junho jun, julho jul, agosto ago, setembro set, ' +
    'outubro out, novembro nov, dezembro dez',
  monthsInDates: '',
  weekdays:
    'segunda segunda-feira segundas, terça terça-feira terças, quarta quarta-feira quartas, quinta ' +
    'quinta-feira quintas, ' +
    'sexta sexta-feira sextas, sábado sábados, domingo domingos',
  week: null,
  eachDay: 'todos os dias|todo dia|diariamente|7 dias (?:por|na) semana',
  days: {
    today: 'hoje',
    tomorrow: 'amanhã, amanha',
    'in two days': 'depois de amanhã, depois de amanha',
    tonight: 'hoje à noite, hoje a noite, esta noite',
    yesterday: 'ontem',
  },
  now: 'agora hoje',
  until: 'até(?: (?:as|às|o|a))?|ate(?: as)?|às|as|a',
  and: 'e',
  or: 'ou',
  beforeDate: 'dia',
  of: 'de',
  dayEndings: 'º',
  at: '(?:a partir )?das|às|as',
  periods: { morning: '', noon: '', afternoon: '', night: '' },
  units: {
    percent: '% porcento',
    minute: 'minuto minutos min',
    hour: 'hora horas h hs',
    day: 'dia dias',
    week: 'semana semanas',
    fortnight: 'quinzena',
    month: 'mês meses',
    year: 'ano anos',
    decade: 'década décadas',
    kilogram: 'quilo quilos quilograma quilogramas',
    gram: 'grama gramas',
    litre: 'litro litros',
    millilitre: 'mililitro mililitros',
    kilometre: 'quilômetro quilômetros',
    metre: 'metro metros',
    centimetre: 'centímetro centímetros',
    times: 'vez vezes',
    piece: 'peça peças unidade unidades un unid itens',
    person: 'pessoa pessoas',
  },
  beforeUnit: 'úteis corridos',
  counted: 'un unid unidade unidades peça peças caixa caixas pacote pacotes garrafa garrafas pessoas quilos',
  each: 'cada |por |ao |à |toda |todo ',
  rates: '',
  rateEnding: '',
  currencies: { brl: 'real reais', usd: 'dólar dólares', eur: 'euro euros' },
};
