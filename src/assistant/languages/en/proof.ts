import type { ProofWords } from '../language.ts';

const HANDS = 'transfer|connect|forward|escalat|hand|pass|put|redirect';
const SHORT_FORMS = 'do|does|did|is|are|was|were|ca|wo|could|would|should|has|have|had';

export const proof: ProofWords = {
  abbreviations: 'no|min|max|dr|mr|mrs|ms|st|a\\.m|p\\.m|approx',
  contrasts: 'but however whereas except',
  negations:
    'not(?! only)|never|without|cannot|except|excluding|nor|neither|none|unable|no(?! ?[.:]? ?\\d|\\.|mor)|' +
    `(?:${SHORT_FORMS})n['’]?t`,
  yesOrNo: 'is are do does did can could will would may has have',
  asking: 'how, what, when, where, which, who, why',
  restrictions: 'only sorry unfortunately',
  frame:
    'takes take taking within working business send sent handed given accept accepted valid unfortunately currently ' +
    'still back method methods size bag pack per please sure sorry certainly yes hi hello dear sir madam follows ' +
    'following namely also',
  capitals: 'sir madam ok pm am',
  promises: {
    'state:open': 'open|opens|opened',
    'state:closed': 'closed?|closes',
    'state:in stock': 'available|in stock',
    'state:sold out': 'sold out|out of stock|unavailable',
    free: 'free of charge|complimentary|(?<!(?:feel|sugar|hands)[ -])free',
    refund:
      'refund\\p{L}*|reimburse\\p{L}*|money back|(?:give|get|pay)\\p{L}* (?:\\p{L}+ )?(?:your )?money back',
    compensation: 'compensat\\p{L}*',
    discount: 'discount\\p{L}*|promotion\\p{L}*|cashback|voucher\\p{L}*|coupon\\p{L}*',
    gift: 'gift\\p{L}*|giveaway\\p{L}*',
    warranty: 'warrant\\p{L}*|guarantee\\p{L}*',
    part: 'half|third|quarter',
    more: 'double\\p{L}*|triple|times|twice',
    instalment: 'paylater|install?ment\\p{L}*|down payment',
    negotiable: 'negotiab\\p{L}*|bargain\\p{L}*',
    always: 'lifetime|forever|always',
    certain: 'certainly|definitely|promise\\p{L}*',
    done: "has been|have been|have already|has already|already|we have|we've",
    will: "(?:we|team|staff) will|we'll",
  },
  courtesies: [
    'thank(?:s| you)(?: for (?:asking|contacting us|your question))?',
    '(?:is there )?anything else (?:that )?(?:i|we) can (?:help|do)(?: you| for you)?(?: with)?',
    'how (?:can|may) (?:i|we) help(?: you)?',
    '(?:please )?let (?:me|us) know if you have (?:any )?(?:other |more )?questions',
    "(?:i'm|we're|i am|we are)? ?(?:happy|glad) to help",
    'feel free to (?:ask|contact us)',
  ],
  people: 'team staff agent human colleague someone person',
  handOver: [
    `(?:i|we|i'll|we'll|i'm|we're|let me|let us|will|am|are|been|being|be) (?:\\p{L}+ ){0,3}(?:${HANDS})\\p{L}* ` +
      '(?:\\p{L}+ ){0,4}(?:to|with|through) (?:\\p{L}+ ){0,3}{people}',
  ],
  will: "will|'ll",
  replies: 'contact|reply|respond|call|help|be with|get back|reach',
  please: 'please',
  wait: 'wait hold',
  myself: "i i'm i'll i've me my myself",
};
