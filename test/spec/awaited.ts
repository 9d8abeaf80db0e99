/** Parts of the service that are not built yet. */
type Part = 'broadcasts' | 'automation';

/** What cannot be proved yet, and the part it waits for. A clause leaves this table when its part is built: then it has a test. */
export const AWAITED: Record<string, Part> = {
  'What the service does > 4': 'broadcasts',
  'What the service does > 7': 'automation',
  'Resources and their fields > Broadcast > id': 'broadcasts',
  'Resources and their fields > Broadcast > name': 'broadcasts',
  'Resources and their fields > Broadcast > status': 'broadcasts',
  'Resources and their fields > Broadcast > total_recipients': 'broadcasts',
  'Resources and their fields > Broadcast > sent_count': 'broadcasts',
  'Resources and their fields > Broadcast > failed_count': 'broadcasts',
  'Resources and their fields > Broadcast > recipients_by_status': 'broadcasts',
  'Resources and their fields > Broadcast > scheduled_at': 'broadcasts',
  'Resources and their fields > Broadcast > started_at': 'broadcasts',
  'Resources and their fields > Broadcast > completed_at': 'broadcasts',
  'States and transitions > Broadcast status > Values shown: draft, scheduled, running, paused': 'broadcasts',
  'States and transitions > Broadcast status > (none), POST /v1/broadcasts': 'broadcasts',
  'States and transitions > Broadcast status > (none), POST /v1/broadcasts with scheduled_at': 'broadcasts',
  'States and transitions > Broadcast status > (running)': 'broadcasts',
  'States and transitions > Broadcast status > paused': 'broadcasts',
  'States and transitions > Broadcast status > The name of the finished status': 'broadcasts',
  'States and transitions > Broadcast status > Recipient statuses: pending, sent, failed': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > device_uuid': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > name': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > message_template': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > tags': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > contact_ids': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > delay_min_seconds': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > delay_max_seconds': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > scheduled_at': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 1': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 2': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 3': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 4': 'broadcasts',
  'Endpoints > Broadcasts > GET /v1/broadcasts/{id}': 'broadcasts',
  'Endpoints > Broadcasts > POST /v1/broadcasts/{id}/resume': 'broadcasts',
  'Errors > no_recipients_targeted': 'broadcasts',
  'Errors > no_recipients_matched': 'broadcasts',
  'Errors > broadcast_not_paused': 'broadcasts',
  'Errors > device_not_connected': 'broadcasts',
  'Limits > Broadcast delay': 'broadcasts',
  'Limits > Three independent limits apply to sending': 'broadcasts',
};

/** What describes nothing that a caller could see, and why. */
export const NOTHING_TO_PROVE: Record<string, string> = {
  'This document covers the whole service': 'It says what the document is.',
  'What the service does > 8': 'It says what is no part of the API.',
  'Resources and their fields > Contact > Other fields of the contact record': 'It names no field.',
};
