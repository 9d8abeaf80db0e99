import type { HandOffWords } from '../language.ts';

export const handOff: HandOffWords = {
  person:
    'asesor, asesora, agente, humano, ser humano, persona, persona real, alguien, vendedor, vendedora, ' +
    'representante, ' +
    'encargado, encargada, ejecutivo',
  exit: 'cancelar, salir, terminar',
  asking:
    'quiero quisiera necesito hablar hable hablo comunicar comuníqueme comunicarme pasar pase páseme ' +
    'pásame transferir ' +
    'transfiera contactar llamar ayuda atienda atender favor porfa hay real verdad ahora directo teléfono responda ' +
    'conteste contacto comunica',
  greetings: 'hola buenas ola',
  beside:
    'me con un una el la a de del que para por algún alguna puedo puede pueden podría podrían como yo ' +
    'usted ustedes no bot ' +
    'robot solo aquí señor señora joven al y',
  otherQuestions: 'qué persona, por persona, una persona sola',
  reasons: {
    asked_for_person: 'El cliente pide hablar con una persona.',
    assistant_unsure: 'El asistente no sabe la respuesta.',
    assistant_failed: 'El asistente falló.',
    forbidden_topic: 'El cliente pregunta por un tema que el asistente no debe responder.',
    complaint: 'El cliente se queja.',
    flow: 'El flujo entrega la conversación.',
    flow_failed: 'El flujo no puede continuar.',
    rule: 'La respuesta automática entrega la conversación.',
    no_answer: 'No responde ninguna respuesta automática, flujo ni asistente.',
    unsupported_message: 'El mensaje no tiene texto.',
    too_old: 'El mensaje llegó demasiado tarde.',
    quota_exceeded: 'Se agotó la cuota de mensajes.',
    cost_cap_reached:
      'Se alcanzó el límite de costo de este mes, así que no responde ninguna automatización.',
    device_unavailable: 'El dispositivo no está conectado.',
    opted_out: 'El cliente se dio de baja, así que no responde ninguna automatización.',
    ignored_contact: 'Ninguna automatización responde a este número.',
    loop_suspected: 'La automatización se detuvo: el cliente puede ser un contestador.',
    budget_exceeded: 'El dispositivo envió demasiadas respuestas automáticas.',
    reply_window_closed:
      'El cliente no escribe desde hace 24 horas, así que no se envió el texto sin plantilla.',
    template_not_sent: 'No se puede enviar la plantilla de la respuesta automática.',
    failed: 'La automatización falló.',
  },
  labels: { rule: 'Respuesta automática', flow: 'Flujo', near: 'Lo más cercano hasta ahora:' },
};
