import type { ChatWords } from '../language.ts';

export const chat: ChatWords = {
  beforeAnswer: 'o a os as quero pode ser é seria eu moça moço sim acho',
  afterAnswer: 'por favor pfv pfvr obrigado obrigada obg moça moço amigo amiga né tá',
  beforeNumber: 'número opção opçao nº',
  smallTalk: {
    greeting: 'oi oie olá oii opa eai salve bom boa',
    thanks:
      'obrigado obrigada obg obgd brigado brigada brigadão valeu vlw grato grata agradeço agradecido agradecida',
    agreed: 'blz beleza certo combinado fechado perfeito ótimo entendi ciente',
  },
  besideSmallTalk:
    'mto mta mt dia tarde noite tudo bem você vc vcs vocês muito mesmo pela pelo atenção ajuda retorno ' +
    'gente pessoal moça moço ' +
    'amigo amiga de nada então tá sim que ok por enquanto a e já aí querida querido',
  complaints:
    'golpe, golpista, golpistas, fraude, enganado, enganada, fui lesado, fui lesada, procon, reclame ' +
    'aqui, vou processar, ' +
    'advogado, péssimo, péssima, absurdo, palhaçada, falta de respeito, descaso, vergonha, ladrões, nunca mais compro',
  harms:
    'quebrado, quebrada, rasgado, rasgada, estragado, estragada, vencido, errado, errada, sumiu, ' +
    'perdido, não chegou, ' +
    'nao chegou, até agora nada, defeito, queimado, queimada, manchado, manchada, mentira',
};
