import { randomBytes } from 'node:crypto';

import {
  chatModificationToAppPatch,
  decodePatches,
  encodeSyncdPatch,
  newLTHashState,
  proto,
  type ChatModification,
  type LTHashState,
  type WAPatchName,
} from 'baileys';

import { silentLogger } from './silent-logger';

export const COLLECTIONS: readonly WAPatchName[] = [
  'critical_block',
  'critical_unblock_low',
  'regular_high',
  'regular_low',
  'regular',
];

/** A change of a chat, a label or a setting, as one device tells the others. */
export interface SyncAction {
  collection: string;
  /** Its kind, and what it is about, such as `['archive', jid]`. */
  index: string[];
  value: proto.ISyncActionValue | null;
}

interface Collection {
  version: number;
  patches: Uint8Array[];
  state: LTHashState;
}

/** The encrypted settings that the devices of a person share, which the server only stores. */
export class AppState {
  readonly keyId = randomBytes(6);
  readonly keyData = randomBytes(32);
  /** What linked devices changed. */
  readonly actions: SyncAction[] = [];

  /** Whether a client gets changes as files of the media store. */
  usesFiles = false;

  private readonly collections = new Map<WAPatchName, Collection>();

  collection(name: WAPatchName): Collection {
    const known = this.collections.get(name);
    if (known !== undefined) return known;
    const fresh = { version: 0, patches: [], state: newLTHashState() };
    this.collections.set(name, fresh);
    return fresh;
  }

  /** Shares the key with a linked device. */
  get keyShare(): proto.IMessage {
    return {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: { keys: [{ keyId: { keyId: this.keyId }, keyData: this.sharedKey }] },
      },
    };
  }

  /** What a linked device changed. False when another device was first. Throws when a MAC or the version is wrong. */
  async accept(name: WAPatchName, bytes: Uint8Array, basedOn: number): Promise<boolean> {
    const collection = this.collection(name);
    if (basedOn < collection.version) return false;
    if (basedOn > collection.version) throw new Error(`a patch of ${name} based on a version that never was`);
    const patch = proto.SyncdPatch.decode(bytes);
    const version = collection.version + 1;
    patch.version = proto.SyncdVersion.create({ version });
    const stored = proto.SyncdPatch.encode(patch).finish();
    const problems: unknown[] = [];
    const logger = { ...silentLogger, warn: (...problem: unknown[]) => void problems.push(...problem) };
    const { state, mutationMap } = await decodePatches(
      name,
      [patch],
      collection.state,
      this.getKey,
      {},
      undefined,
      logger,
      true,
    );
    if (problems.length > 0) throw new Error(`a patch of ${name} with a wrong MAC`);
    collection.state = state;
    collection.version = version;
    collection.patches.push(stored);
    for (const { index, syncAction } of Object.values(mutationMap))
      this.actions.push({ collection: name, index, value: syncAction.value ?? null });
    return true;
  }

  /** The phone changes a chat or a setting. Answers the collection that changed. */
  async change(change: ChatModification, jid: string): Promise<WAPatchName> {
    const create = chatModificationToAppPatch(change, jid);
    const collection = this.collection(create.type);
    const { patch, state } = await encodeSyncdPatch(
      create,
      this.keyId.toString('base64'),
      collection.state,
      this.getKey,
    );
    collection.version += 1;
    collection.state = state;
    const version = proto.SyncdVersion.create({ version: collection.version });
    collection.patches.push(proto.SyncdPatch.encode({ ...patch, version }).finish());
    return create.type;
  }

  private get sharedKey(): proto.Message.IAppStateSyncKeyData {
    return {
      keyData: this.keyData,
      fingerprint: { rawId: 1, currentIndex: 1, deviceIndexes: [0] },
      timestamp: Math.floor(Date.now() / 1000),
    };
  }

  private readonly getKey = async (id: string): Promise<proto.Message.IAppStateSyncKeyData | undefined> =>
    id === this.keyId.toString('base64') ? this.sharedKey : undefined;
}
