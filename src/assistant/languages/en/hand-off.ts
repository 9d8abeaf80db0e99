import type { HandOffWords } from '../language.ts';

export const handOff: HandOffWords = {
  person:
    'agent, human, human being, person, real person, representative, live agent, live chat, ' +
    'somebody, someone',
  exit: 'cancel, exit, quit',
  asking:
    'please pls want would like need talk speak connect contact transfer get real live actual is there any have with ' +
    'not reply answer help',
  greetings: 'hello hey',
  beside: 'can could i id to me a an the some us may now you for just let here',
  otherQuestions: '',
  reasons: {
    asked_for_person: 'The customer asks for a person.',
    assistant_unsure: 'The assistant does not know the answer.',
    assistant_failed: 'The assistant failed.',
    forbidden_topic: 'The customer asks about a topic that the assistant must not answer.',
    complaint: 'The customer complains.',
    flow: 'The flow hands the conversation over.',
    flow_failed: 'The flow cannot go on.',
    rule: 'The auto-reply hands the conversation over.',
    no_answer: 'No auto-reply, flow or assistant answers.',
    unsupported_message: 'The message has no words.',
    too_old: 'The message came too late.',
    quota_exceeded: 'The quota of messages is used up.',
    cost_cap_reached: 'The cost cap of this month is reached, so no automation answers.',
    device_unavailable: 'The device is not connected.',
    opted_out: 'The customer has opted out, so no automation answers.',
    ignored_contact: 'No automation answers this number.',
    loop_suspected: 'The automation stopped: the customer may be an answering machine.',
    budget_exceeded: 'The device has sent too many automated answers.',
    reply_window_closed:
      'The customer has not written for 24 hours, so text without a template was not sent.',
    template_not_sent: 'The template of the auto-reply cannot be sent.',
    failed: 'The automation failed.',
  },
  labels: { rule: 'Auto-reply', flow: 'Flow', near: 'What came nearest last:' },
};
