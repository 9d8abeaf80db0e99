import type { ProofWords } from '../language.ts';

const HANDS = 'transfer|encaminh|pass|repass|direcion|conect';

export const proof: ProofWords = {
  abbreviations: 'sr|sra|dr|dra|av|r|n|nº|min|máx|tel|cel|ex|aprox|pág',
  contrasts: 'mas porém contudo entretanto exceto',
  negations:
    '(?:não|nao)(?! só| apenas| somente)|nunca|jamais|nem|sem|nenhum|nenhuma|exceto|menos|tampouco|proibido|proibida',
  yesOrNo: 'é são tem têm há pode podem posso aceita aceitam faz fazem existe dá',
  asking: 'quanto, quantos, quanta, quantas, quando, qual, quais, onde, como, quem, que, por que',
  restrictions: 'só apenas somente desculpe infelizmente exclusivamente',
  frame:
    'prazo prazos demora leva levam total destino estimativa estimado agora período tamanho embalagem funcionamento ' +
    'atendimento realizado feito feita método forma formas quantidade usa usando usamos atendemos aceitamos temos ' +
    'oferecemos fazemos seguinte seguintes geralmente junto necessário precisa informação informações infelizmente ' +
    'por favor desculpe sim claro certo ok bom boa olá oi senhor senhora você vocês nosso nossa nossos nossas também ' +
    'valor apenas equivale isso este esta é são fica ficam custa custam cada úteis',
  capitals: 'você senhor senhora sr sra nós brl cep pix ok',
  promises: {
    'state:open': 'abert[oa]s?|abrimos|abre',
    'state:closed': 'fechad[oa]s?|fechamos|fecha|encerrad[oa]s?',
    'state:in stock': 'dispon[ií]ve(?:l|is)|em estoque|pronta entrega',
    'state:sold out': 'esgotad[oa]s?|em falta|sem estoque|indispon[ií]ve(?:l|is)',
    free: 'gr[áa]tis|gratuit[oa]s?|sem custo|de graça|cortesia|isent[oa]s?',
    refund:
      'reembols\\p{L}*|estorn\\p{L}*|dinheiro de volta|devolução do (?:dinheiro|valor)|devolv\\p{L}* o ' +
      '(?:dinheiro|valor)',
    compensation: 'indeniza\\p{L}*|ressarci\\p{L}*|compensação',
    discount: 'descontos?|promoç(?:ão|ões)|cupo(?:m|ns)|cashback|liquidação',
    gift: 'brindes?|presentes?|bônus',
    warranty: 'garanti\\p{L}*',
    part: 'metade|terço|um quarto',
    more: 'dobro|triplo|vezes',
    instalment: 'parcel\\p{L}*|prestaç\\p{L}*|crediário|entrada|sinal|fiado',
    negotiable: 'negoci\\p{L}*|pechinch\\p{L}*',
    always: 'sempre|vitalíci[oa]|para sempre',
    certain: 'com certeza|certamente|promet\\p{L}*|prometo',
    done: 'já foi|já foram|já está|já enviamos|já fizemos|foi enviad[oa]|foi feit[oa]',
    will: '(?:a gente|nós|nossa equipe|a equipe) (?:vai|irá|vamos)|vamos|iremos|enviaremos|faremos|entraremos',
  },
  courtesies: [
    'olá|oi',
    '(?:muito )?obrigad[oa](?: (?:pelo contato|por entrar em contato|pela pergunta|por aguardar))?',
    '(?:há |tem )?(?:mais )?algo (?:mais )?em que (?:eu )?possa(?:mos)? ajudar',
    'posso ajudar (?:você )?(?:em|com) (?:mais )?(?:alguma coisa|algo)(?: mais)?',
    'espero ter ajudado',
    'fico à disposição|estamos à disposição|estou à disposição',
    '(?:se|caso) tiver (?:mais )?(?:alguma |outra )?dúvidas?[^.!?\\n]{0,40}',
    'é só (?:chamar|perguntar|avisar)',
  ],
  people: 'atendente equipe pessoa humano suporte vendedor vendedora colega time alguém',
  handOver: [
    `(?:vou|vamos|irei|estou|estamos|posso|podemos) (?:\\p{L}+ ){0,3}(?:${HANDS})\\p{L}* (?:\\p{L}+ ){0,4}{people}`,
    `(?:${HANDS})(?:o|ei|amos|emos) (?:\\p{L}+ ){0,4}(?:para|a|ao|à) (?:\\p{L}+ ){0,3}{people}`,
  ],
  will: 'vai|irá|vão|vamos',
  replies: 'responder|entrar em contato|retornar|ligar|ajudar|atender|chamar',
  please: 'por favor aguarde',
  wait: 'aguarde aguardar espere esperar',
  myself: 'eu meu minha comigo',
};
