import { open } from 'node:fs/promises';

import type { FileInfo } from './classes';
import { dimensionsOf } from './dimensions';
import type { PartialFile } from './disk';
import { refine, sniff } from './sniff';

/** Detects the type from the bytes; `named` can only refine it. */
export async function inspect(part: PartialFile, named: string | null): Promise<FileInfo> {
  const mimeType = refine(sniff(part.head), named);
  const file = await open(part.path, 'r');
  try {
    const size = await dimensionsOf(mimeType, part.head, file);
    return {
      mimeType,
      size: part.size,
      width: size?.width ?? null,
      height: size?.height ?? null,
      animated: size?.animated ?? false,
    };
  } finally {
    await file.close();
  }
}
