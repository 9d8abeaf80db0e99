// Without the library of the engine: the process that serves requests reads these names too.

/** Of earlier versions: stays, for stored messages. */
export const HELD_MESSAGES = 'held-messages';

export const UNREADABLE_MESSAGES = 'unreadable-messages';

export const EDIT_SECRETS = 'edit-secrets';
