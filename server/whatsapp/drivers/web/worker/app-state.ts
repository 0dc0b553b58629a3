import type { BinaryNode, ChatModification, WAPatchName } from 'baileys';

import { type CallError, hasProviderCode } from './call-error';
import { errorOfCode, performed, unavailable } from './errors';
import { childOf, childrenOf, element, attrNumber } from './nodes';
import { queryServer } from './query-server';
import type { WebSession } from './session-types';

const MAX_ATTEMPTS = 3;
/** Another device has changed the same collection meanwhile. */
const CONFLICT = 409;

/** The library’s `chatModify` ignores refusals and timeouts, and keeps a version that WhatsApp does not have. */
export async function changeAppState(
  session: WebSession,
  change: ChatModification,
  jid: string,
  /** For actions whose index in the library is incomplete. */
  index?: readonly string[],
): Promise<void> {
  const { socket } = session;
  const { myAppStateKeyId: keyId, me } = socket.authState.creds;
  if (keyId === undefined) throw withoutKey();
  await socket.appStatePatchMutex.mutex(async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await performed(() =>
          socket.authState.keys.transaction(() => patch(session, change, { jid, keyId, index }), me?.id ?? 'app-state'),
        );
        return;
      } catch (error) {
        if (!hasProviderCode(error, CONFLICT) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  });
}

async function patch(
  session: WebSession,
  change: ChatModification,
  { jid, keyId, index }: { jid: string; keyId: string; index: readonly string[] | undefined },
): Promise<void> {
  const { library, socket } = session;
  const { keys } = socket.authState;
  const made = library.chatModificationToAppPatch(change, jid);
  const wanted = index === undefined ? made : { ...made, index: [...index] };
  const { type: name } = wanted;
  await socket.resyncAppState([name], false);
  const { [name]: known } = await keys.get('app-state-sync-version', [name]);
  const before = known ? library.ensureLTHashStateVersion(known) : library.newLTHashState();
  const keyOf = async (id: string) => (await keys.get('app-state-sync-key', [id]))[id];
  if ((await keyOf(keyId)) === undefined) throw withoutKey();
  const { patch: encoded, state } = await library.encodeSyncdPatch(wanted, keyId, before, keyOf);
  const content = [element('patch', {}, library.proto.SyncdPatch.encode(encoded).finish())];
  const collection = element(
    'collection',
    { name, version: String(before.version), return_snapshot: 'false' },
    content,
  );
  const answer = await queryServer(session, {
    about: 'w:sync:app:state',
    type: 'set',
    content: [element('sync', {}, [collection])],
  });
  requireAccepted(answer, name);
  await keys.set({ 'app-state-sync-version': { [name]: state } });
}

function requireAccepted(answer: BinaryNode, name: WAPatchName): void {
  const collection = childrenOf(childOf(answer, 'sync'), 'collection').find(({ attrs }) => attrs['name'] === name);
  if (collection?.attrs['type'] !== 'error') return;
  const { code, text = null } = childOf(collection, 'error')?.attrs ?? {};
  throw errorOfCode(attrNumber(code) ?? 500, text);
}

const withoutKey = (): CallError => unavailable('The phone has not shared its keys yet. Try again in a minute.');
