import type { BaileysEventMap } from 'baileys';

import type { Library } from './session-types';

export const MAX_UNDECRYPTABLE = 20;

/** Counts messages in a row that cannot be decrypted. */
export function createStormWatch(
  { proto }: Library,
  onStorm: () => void,
): (upsert: BaileysEventMap['messages.upsert']) => void {
  let inRow = 0;
  return ({ messages }) => {
    for (const { messageStubType } of messages) {
      inRow = messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT ? inRow + 1 : 0;
      if (inRow === MAX_UNDECRYPTABLE) onStorm();
    }
  };
}
