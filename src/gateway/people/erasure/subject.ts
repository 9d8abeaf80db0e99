import { z } from 'zod';
import type { Erased } from '../../../platform/lib/erasing.ts';
import type { SecretBox } from '../../../platform/lib/secret-box.ts';
import type { ErasureRow } from './store.ts';

const Subject = z.object({ phones: z.array(z.string()), personIds: z.array(z.number()) });
/** Who is erased: known only until the end. */
export type Subject = z.infer<typeof Subject>;

export const subjectPlace = (uuid: string) => `erasure ${uuid}`;

export const sealSubject = (box: SecretBox, uuid: string, subject: Subject) =>
  box.seal(Buffer.from(JSON.stringify(subject)), subjectPlace(uuid));

export function openErased(box: SecretBox, row: ErasureRow & { subject: Buffer }): Erased {
  const { account_id: accountId, erasure_uuid, requested_at, last_message_id } = row;
  const opened = box.open(row.subject, subjectPlace(erasure_uuid)).toString();
  return {
    ...Subject.parse(JSON.parse(opened)),
    accountId,
    requestedAt: requested_at,
    lastMessageId: last_message_id,
    pseudonym: `${erasure_uuid}@erased`,
  };
}
