import { proto, type BinaryNode, type WAPatchName } from 'baileys';

import { COLLECTIONS } from '../app-state';
import type { Companion } from '../companion';
import type { Connection } from '../connection';
import { uploadFile } from '../media/files';
import { SERVER, bytesOf, childOf, childrenOf, makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** The settings that the devices of a person share: what is new, and changes of a client. */
export async function handleAppState(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const { companion } = connection;
  if (companion === null) return;
  const answers: BinaryNode[] = [];
  for (const collection of childrenOf(childOf(node, 'sync'), 'collection'))
    answers.push(await answerCollection(world, companion, collection));
  connection.answer(node, [makeNode('sync', {}, answers)]);
}

async function answerCollection(world: World, companion: Companion, node: BinaryNode): Promise<BinaryNode> {
  const { attrs } = node;
  const name = COLLECTIONS.find((known) => known === attrs['name']);
  const basedOn = Number(attrs['version']);
  if (name === undefined || Number.isNaN(basedOn)) {
    world.fault('a collection that does not exist', node);
    return makeNode('collection', { name: attrs['name'], type: 'error' }, [makeNode('error', { code: '404' })]);
  }
  const { appState } = companion.owner;
  const patch = childOf(node, 'patch');
  if (patch !== undefined) {
    try {
      if (!(await appState.accept(name, bytesOf(patch), basedOn))) return conflict(name);
      announceCollection(world, companion.owner, name, companion);
    } catch (error) {
      world.fault(String(error), node);
      return conflict(name);
    }
  }
  const { version, patches } = appState.collection(name);
  const since = patch === undefined ? patches.slice(basedOn) : [];
  const sent = appState.usesFiles ? await Promise.all(since.map((bytes) => withFile(world, bytes))) : since;
  const content = sent.map((bytes) => makeNode('patch', {}, bytes));
  const answer = { name, type: 'result', version: String(version), has_more_patches: 'false' };
  return makeNode('collection', answer, content.length === 0 ? undefined : [makeNode('patches', {}, content)]);
}

/** Moves the changes of a patch to the media store. */
async function withFile(world: World, bytes: Uint8Array): Promise<Uint8Array> {
  const { mutations, ...patch } = proto.SyncdPatch.decode(bytes);
  const file = proto.SyncdMutations.encode({ mutations }).finish();
  const externalMutations = await uploadFile(world, file, 'md-app-state');
  return proto.SyncdPatch.encode({ ...patch, externalMutations }).finish();
}

const conflict = (name: WAPatchName): BinaryNode =>
  makeNode('collection', { name, type: 'error' }, [makeNode('error', { code: '409', text: 'conflict' })]);

/** Tells the other devices of a person that there is something new. */
export function announceCollection(world: World, person: Person, name: WAPatchName, except?: Companion): void {
  const { version } = person.appState.collection(name);
  for (const companion of person.companions.values()) {
    if (companion === except) continue;
    const attrs = { id: world.freshId(), from: SERVER, type: 'server_sync', t: nowInSeconds() };
    companion.deliver(makeNode('notification', attrs, [makeNode('collection', { name, version: String(version) })]));
  }
  world.changed();
}
