import { flowSecretPlace } from '../../assistant/flows/secrets/secret.ts';
import { apiKeyPlace } from '../../assistant/language-model/settings.ts';
import { appSecretAad } from '../../gateway/devices/official/app-secret.ts';
import { pairingAad } from '../../gateway/devices/pairing/pairing.ts';
import { codeAad } from '../../gateway/devices/pairing/typed-code.ts';
import { passkeyAad } from '../../gateway/devices/passkey/passkey.ts';
import { credsAad, keyAad, networkFileAad } from '../../gateway/devices/sessions/session-aad.ts';
import { sourceAad } from '../../gateway/messages/media/source-seal.ts';
import { subjectPlace } from '../../gateway/people/erasure/subject.ts';
import { associatedData } from '../../gateway/webhooks/secret.ts';
import { identitySecretPlace } from '../../inbox/entry-points/widgets/identity-secret.ts';
import { pushKeyPlace, targetPlace } from '../../inbox/notices/push/push.ts';
import { totpPlace } from '../../inbox/staff/second-factor/second-factor.ts';

export interface SealedColumn {
  table: string;
  column: string;
  isList?: true;
  /** The primary key: columns with their types. */
  key: readonly (readonly [name: string, type: 'bigint' | 'text' | 'bytea'])[];
  /** Column that the associated data name beside the key. */
  also?: string;
  /** Associated data, from the texts of `key` and `also`. */
  placeOf: (values: readonly string[]) => string;
}

const ID = [['id', 'bigint']] as const;
const DEVICE = [['device_id', 'bigint']] as const;
const ofNumber =
  (placeOf: (id: number) => string): SealedColumn['placeOf'] =>
  ([id]) =>
    placeOf(Number(id));

/** Everything that the secret key seals in the database, beside the check of the key itself. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'session_creds', column: 'value', key: DEVICE, placeOf: ofNumber(credsAad) },
  {
    table: 'session_keys',
    column: 'value',
    key: [...DEVICE, ['type', 'text'], ['id', 'text']],
    placeOf: ([device, type = '', id = '']) => keyAad(Number(device), type, id),
  },
  { table: 'device_pairings', column: 'qr', key: DEVICE, placeOf: ofNumber(pairingAad) },
  ...(['options', 'assertion', 'code'] as const).map((column) => ({
    table: 'device_passkeys',
    column,
    key: DEVICE,
    placeOf: ofNumber((id) => passkeyAad(column, id)),
  })),
  { table: 'device_typed_codes', column: 'code', key: DEVICE, placeOf: ofNumber(codeAad) },
  {
    table: 'network_files',
    column: 'value',
    key: [...DEVICE, ['content', 'bytea']],
    placeOf: ([device, content = '']) => networkFileAad(Number(device), content.replace(/^\\x/, '')),
  },
  { table: 'devices', column: 'official_app_secret', key: ID, placeOf: ofNumber(appSecretAad) },
  { table: 'webhooks', column: 'secret', key: ID, placeOf: ofNumber(associatedData) },
  { table: 'webhooks', column: 'previous_secrets', isList: true, key: ID, placeOf: ofNumber(associatedData) },
  { table: 'message_media', column: 'source', key: [['message_id', 'bigint']], placeOf: ofNumber(sourceAad) },
  {
    table: 'erasures',
    column: 'subject',
    key: ID,
    also: 'erasure_uuid',
    placeOf: ([, uuid = '']) => subjectPlace(uuid),
  },
  {
    table: 'users',
    column: 'totp_secret',
    key: ID,
    also: 'user_uuid',
    placeOf: ([, user_uuid = '']) => totpPlace({ user_uuid }),
  },
  { table: 'push_keys', column: 'private_key', key: ID, placeOf: ([id = '']) => pushKeyPlace(id) },
  {
    table: 'push_subscriptions',
    column: 'target',
    key: [['session_id', 'bigint']],
    placeOf: ofNumber(targetPlace),
  },
  {
    table: 'widgets',
    column: 'identity_secret',
    key: [['entry_point_id', 'bigint']],
    placeOf: ofNumber(identitySecretPlace),
  },
  {
    table: 'language_models',
    column: 'api_key',
    key: [['account_id', 'bigint']],
    placeOf: ofNumber(apiKeyPlace),
  },
  {
    table: 'flow_secrets',
    column: 'sealed',
    key: [
      ['account_id', 'bigint'],
      ['name', 'text'],
    ],
    placeOf: ([account, name = '']) => flowSecretPlace(Number(account), name),
  },
];
