import type { BinaryNode } from 'baileys';

import type { KeyBundle, PreKey } from './companion';
import { makeNode } from './node';

/** As it is handed out, and added to a request for a message. */
export function bundleContent({ registrationId, identity, preKey, signedPreKey }: KeyBundle): BinaryNode[] {
  const keyContent = (key: PreKey) => [makeNode('id', {}, key.id), makeNode('value', {}, key.value)];
  return [
    makeNode('registration', {}, registrationId),
    makeNode('type', {}, Buffer.from([5])),
    makeNode('identity', {}, identity),
    ...(preKey === undefined ? [] : [makeNode('key', {}, keyContent(preKey))]),
    makeNode('skey', {}, [...keyContent(signedPreKey), makeNode('signature', {}, signedPreKey.signature)]),
  ];
}
