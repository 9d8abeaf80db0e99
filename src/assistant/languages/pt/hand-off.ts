import type { HandOffWords } from '../language.ts';

export const handOff: HandOffWords = {
  person:
    'atendente, atendimento humano, humano, ser humano, pessoa, pessoa de verdade, pessoa real, alguém, alguem, ' +
    'vendedor, vendedora, funcionário, gerente, suporte',
  exit: 'cancelar, sair, parar, encerrar',
  asking:
    'quero queria gostaria preciso falar fala conversar chamar chama chamem passar passa passe transferir transfere ' +
    'transfira ligar ajuda atender atenda contato favor pfv tem verdade real agora direto telefone responde responda',
  greetings: 'oi olá ola oie',
  beside:
    'eu me com um uma o a de do da pra para por por algum alguma posso pode poderia dá como que tu você ' +
    'vc vcs vocês não ' +
    'nao robô robo bot só so aí ai né moça moço de aqui aos ao',
  otherQuestions: 'que pessoa, por pessoa, uma pessoa só',
  reasons: {
    asked_for_person: 'O cliente pede para falar com uma pessoa.',
    assistant_unsure: 'O assistente não sabe a resposta.',
    assistant_failed: 'O assistente falhou.',
    forbidden_topic: 'O cliente pergunta sobre um assunto que o assistente não pode responder.',
    complaint: 'O cliente reclama.',
    flow: 'O fluxo transfere a conversa.',
    flow_failed: 'O fluxo não pode continuar.',
    rule: 'A resposta automática transfere a conversa.',
    no_answer: 'Nenhuma resposta automática, fluxo ou assistente responde.',
    unsupported_message: 'A mensagem não tem texto.',
    too_old: 'A mensagem chegou tarde demais.',
    quota_exceeded: 'A cota de mensagens acabou.',
    cost_cap_reached: 'O limite de custo deste mês foi atingido, então nenhuma automação responde.',
    device_unavailable: 'O dispositivo não está conectado.',
    opted_out: 'O cliente saiu da lista, então nenhuma automação responde.',
    ignored_contact: 'Nenhuma automação responde a este número.',
    loop_suspected: 'A automação parou: o cliente pode ser uma máquina que responde sozinha.',
    budget_exceeded: 'O dispositivo enviou respostas automáticas demais.',
    reply_window_closed: 'O cliente não escreve há 24 horas, então o texto sem modelo não foi enviado.',
    template_not_sent: 'O modelo da resposta automática não pode ser enviado.',
    failed: 'A automação falhou.',
  },
  labels: { rule: 'Resposta automática', flow: 'Fluxo', near: 'O que chegou mais perto por último:' },
};
