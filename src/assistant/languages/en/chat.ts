import type { ChatWords } from '../language.ts';

export const chat: ChatWords = {
  beforeAnswer: 'the',
  afterAnswer: 'please pls',
  beforeNumber: 'number option',
  smallTalk: {
    greeting: 'hello hey hi hoi morning afternoon evening greetings',
    thanks: 'ty thx thanks thank',
    agreed: 'okay noted alright sure great perfect',
  },
  besideSmallTalk: 'dear team good there sir madam you u so very much all',
  complaints:
    'scam, scammer, scammed, fraud, ripped off, lawsuit, sue you, terrible service, worst service, unacceptable, ' +
    'disgusting, very disappointed, so disappointed',
  harms: 'lost, missing, broken, ruined, torn, damaged, burnt, wrong, never arrived, still waiting',
};
