import type { BinaryNode } from 'baileys';
import type { CompanionRef } from '../store-rows.ts';
import { REMOVED } from './close-stanzas.ts';
import type { Connection } from './connection.ts';
import { describeGroup, groupsOf } from './groups.ts';
import { completeHistorySync } from './history-sync.ts';
import { answerKeyRequest, publishKeys } from './keys.ts';
import type { Network } from './network.ts';
import { childrenOf, element, FROM_SERVER, protocolTime } from './node.ts';
import { takeStep } from './passkey/ceremony.ts';
import { accountRestrictions } from './restrictions.ts';
import { answerTypedCode } from './typed-codes.ts';
import { answerUsync } from './usync.ts';

const MEDIA_TTL_SECONDS = '3600';
const MEDIA_LIMIT_BYTES = String(2048 * 1024 * 1024);

/** Answers an IQ of a client. Unknown queries get an empty result. */
export async function answerIq(net: Network, connection: Connection, iq: BinaryNode): Promise<void> {
  const ref = connection.companion;
  const errorCode = missingItemCode(net, ref, iq);
  const attrs = { id: iq.attrs.id, from: FROM_SERVER, t: protocolTime(net.now()) };
  const refuse = (code: string, text: string) =>
    connection.send(element('iq', { ...attrs, type: 'error' }, [element('error', { code, text })]));
  if (errorCode) return refuse(errorCode, 'item-not-found');
  const step = ref ? undefined : takeStep(net, connection, iq);
  if (step === 'silent') return;
  if (step) {
    if ('refuse' in step) return refuse(step.refuse, 'not-acceptable');
    connection.send(element('iq', { ...attrs, type: 'result' }, step.answer));
    // The client answers while this runs.
    void step.after?.().catch((error) => net.log.warn({ err: error }, 'sandbox.ceremony_failed'));
    return;
  }
  const result = ref ? answer(net, ref, iq) : answerTypedCode(net, connection, iq);
  if (typeof result === 'string') return refuse(result, 'not-acceptable');
  connection.send(element('iq', { ...attrs, type: 'result' }, result));

  const [child] = childrenOf(iq);
  if (ref && iq.attrs.xmlns === 'md' && child?.tag === 'remove-companion-device') {
    net.store.db.write(() => net.store.deleteCompanion(ref));
    connection.end(REMOVED);
  }
  if (ref && iq.attrs.xmlns === 'passive' && child?.tag === 'active') await completeHistorySync(net, ref);
}

function answer(net: Network, ref: CompanionRef, iq: BinaryNode): BinaryNode[] | undefined {
  const [child] = childrenOf(iq);
  switch (iq.attrs.xmlns) {
    case 'encrypt':
      return answerEncrypt(net, ref, iq);
    case 'usync':
      return child ? answerUsync(net, child) : undefined;
    case 'w:m':
      return [
        element('media_conn', { auth: net.media.uploadAuth, ttl: MEDIA_TTL_SECONDS }, [
          element('host', { hostname: net.media.host, maxContentLengthBytes: MEDIA_LIMIT_BYTES }),
        ]),
      ];
    case 'abt':
      return [element('props', { hash: 'sandbox' }, [])];
    case 'blocklist':
      return [element('list', {}, [])];
    case 'privacy':
      return iq.attrs.type === 'get' ? [readReceiptsForAll()] : undefined;
    case 'w:sync:app:state':
      return child ? [emptyCollections(child)] : undefined;
    case 'w:g2':
      return answerGroups(net, ref, iq);
    case 'w:mex':
      return [element('result', {}, jsonBytes({ data: accountRestrictions(net, ref.number) }))];
    default:
      return undefined;
  }
}

function answerGroups(net: Network, ref: CompanionRef, iq: BinaryNode): BinaryNode[] {
  const group = net.groups.get(iq.attrs.to ?? '');
  if (group) return [describeGroup(net, group)];
  return [
    element(
      'groups',
      {},
      groupsOf(net, ref.number).map((each) => describeGroup(net, each)),
    ),
  ];
}

function answerEncrypt(net: Network, ref: CompanionRef, iq: BinaryNode): BinaryNode[] | undefined {
  const [child] = childrenOf(iq);
  if (iq.attrs.type === 'set') {
    publishKeys(net, ref, iq);
    return undefined;
  }
  if (child?.tag === 'count') {
    const count = Math.max(net.minPreKeyCount, net.store.countCompanionPreKeys(ref));
    return [element('count', { value: String(count) })];
  }
  if (child?.tag === 'digest') return [element('digest')];
  return child?.tag === 'key' ? answerKeyRequest(net, child) : undefined;
}

function missingItemCode(net: Network, ref: CompanionRef | null, { attrs }: BinaryNode): string | null {
  const group = attrs.xmlns === 'w:g2' ? net.groups.get(attrs.to ?? '') : undefined;
  if (group?.members.length && !group.members.includes(ref?.number ?? '')) return '403';
  const isMissing =
    attrs.xmlns === 'w:profile:picture' ||
    (attrs.xmlns === 'w:g2' && attrs.to !== '@g.us' && !net.groups.has(attrs.to ?? ''));
  return isMissing ? '404' : null;
}

const jsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Without this setting, clients send no read receipts. */
function readReceiptsForAll(): BinaryNode {
  return element('privacy', {}, [element('category', { name: 'readreceipts', value: 'all' })]);
}

/** Clients repeat the request for a missing collection. */
function emptyCollections(sync: BinaryNode): BinaryNode {
  const collections = childrenOf(sync, 'collection').map(({ attrs }) =>
    element('collection', { name: attrs.name, version: attrs.version ?? '0' }, []),
  );
  return element('sync', {}, collections);
}
