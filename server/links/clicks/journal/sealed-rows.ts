import { newId } from '../../../../shared/ids';
import { createFrameOpener, createFrameSealer, HEADER_BYTES, type FrameOpener } from './frames';
import type { ClickRecord } from './record';
import { readBatch } from './record-fields';

const MOST_OPENERS = 64;

/** Rows of one process sort in the order they were made. */
export const newRowId = (): string => newId('clicks');

/** Seals rows of `click_journal`, in base64: each has the header that its frame opens with. */
export function createRowSealer(secretKey: Uint8Array): { seal(text: string): string } {
  const sealer = createFrameSealer(secretKey);
  return { seal: (text) => Buffer.concat([sealer.header, sealer.seal(text)]).toString('base64') };
}

/** Opens rows of `click_journal`, of all processes; undefined for one that was changed or sealed with another key. */
export function createRowOpener(secretKey: Uint8Array): { open(sealed: string): ClickRecord[] | undefined } {
  const openers = new Map<string, FrameOpener>();
  return {
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const header = bytes.subarray(0, HEADER_BYTES);
      const name = header.toString('latin1');
      const opener = openers.get(name) ?? createFrameOpener(secretKey, header);
      if (opener === undefined) return undefined;
      if (openers.size >= MOST_OPENERS) openers.clear();
      openers.set(name, opener);
      const frame = opener.open(bytes, HEADER_BYTES);
      return frame && readBatch(frame.text).clicks;
    },
  };
}
