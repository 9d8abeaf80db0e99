import type { ProofWords } from '../language.ts';

const HANDS = 'transfer|transfier|pas|deriv|comunic|conect';

export const proof: ProofWords = {
  abbreviations: 'sr|sra|dr|dra|av|avda|nº|n|mín|máx|tel|cel|ej|aprox|pág|ud|uds',
  contrasts: 'pero sino excepto salvo aunque',
  negations:
    'no(?! solo| sólo| solamente)|nunca|jamás|ni|sin|ningún|ninguno|ninguna|excepto|salvo|tampoco|prohibido|prohibida',
  yesOrNo: 'es son hay tienen tiene puedo puede pueden aceptan acepta hacen venden existe',
  asking:
    'cuánto, cuánta, cuántos, cuántas, cuándo, cuál, cuáles, dónde, cómo, quién, qué, por qué, cuanto, cuando, donde',
  restrictions: 'solo sólo solamente únicamente lamentablemente disculpe',
  frame:
    'plazo tarda tardan demora total destino estimado ahora periodo tamaño empaque horario atención realizado hecho ' +
    'método forma formas cantidad usa usando usamos atendemos aceptamos tenemos ofrecemos hacemos ' +
    'siguiente siguientes ' +
    'generalmente junto necesario información lamentablemente por favor disculpe sí claro cierto ok hola ' +
    'buenas señor ' +
    'señora usted ustedes nuestro nuestra nuestros nuestras también valor equivale esto este esta es son está están ' +
    'cuesta cuestan cada hábiles',
  capitals: 'usted ustedes señor señora sr sra ud mxn ars clp cop usd eur ok',
  promises: {
    'state:open': 'abiert[oa]s?|abrimos|abre|abren',
    'state:closed': 'cerrad[oa]s?|cerramos|cierra|cierran',
    'state:in stock': 'disponibles?|en existencia|en stock',
    'state:sold out': 'agotad[oa]s?|sin existencias?|sin stock|no disponibles?',
    free: 'gratis|gratuit[oa]s?|sin costo|sin coste|sin cargo|de cortesía',
    refund:
      'reembols\\p{L}*|reintegr\\p{L}*|devolución (?:del dinero|de dinero)|(?:le )?devolv\\p{L}* (?:el|su) dinero',
    compensation: 'indemniz\\p{L}*|compensa\\p{L}*',
    discount: 'descuentos?|promoci(?:ón|ones)|cup(?:ón|ones)|rebajas?|ofertas?',
    gift: 'regalos?|obsequios?',
    warranty: 'garant\\p{L}*',
    part: 'mitad|tercio|un cuarto',
    more: 'doble|triple|veces',
    instalment: 'cuotas?|plazos|mensualidades|meses sin intereses|enganche|anticipo|fiado',
    negotiable: 'negoci\\p{L}*|regate\\p{L}*',
    always: 'siempre|de por vida|para siempre',
    certain: 'con seguridad|seguramente|ciertamente|promet\\p{L}*',
    done: 'ya fue|ya fueron|ya está|ya se|ya hemos|ya enviamos|fue enviad[oa]|hemos',
    will: '(?:nosotros|nuestro equipo|el equipo) (?:va a|vamos a|le)|vamos a|enviaremos|haremos|\\p{L}+aremos',
  },
  courtesies: [
    'hola|buenas tardes|buenos días|buenas noches',
    '(?:muchas )?gracias(?: por (?:su ' +
      '(?:mensaje|consulta|pregunta|preferencia|espera)|comunicarse|escribirnos|esperar))?',
    '(?:hay |¿hay )?algo más en (?:lo )?que (?:le )?(?:pueda|podamos) ayudar(?:le)?',
    '(?:en qué|cómo) (?:más )?(?:le )?(?:puedo|podemos) ayudar(?:le)?',
    'con (?:mucho )?gusto(?: le (?:ayudo|ayudamos))?',
    'quedo a (?:sus|tus) órdenes|quedamos a (?:sus|tus) órdenes|estamos para servirle',
    'espero (?:haber|haberle) ayudado',
    'si tiene (?:alguna )?(?:otra )?(?:duda|pregunta)s?[^.!?\\n]{0,40}',
  ],
  people: 'asesor equipo persona humano agente compañero compañera encargado alguien personal',
  handOver: [
    `(?:voy a|vamos a|estoy|estamos|puedo|podemos|le|lo|la) (?:\\p{L}+ ){0,3}(?:${HANDS})\\p{L}* ` +
      '(?:\\p{L}+ ){0,4}{people}',
    `(?:${HANDS})(?:o|é|amos) (?:\\p{L}+ ){0,4}(?:a|al|con) (?:\\p{L}+ ){0,3}{people}`,
  ],
  will: 'va a|van a|vamos a|le',
  replies: 'responder|responderá|contactar|contactará|llamar|ayudar|atender|escribir',
  please: 'por favor espere',
  wait: 'espere esperar aguarde',
  myself: 'yo mi mí conmigo',
};
