import { open } from 'node:fs/promises';

import type { FileFacts } from './classes';
import { dimensionsOf } from './dimensions';
import type { Part } from './disk';
import { refine, sniff } from './sniff';

/** What the bytes of a file are, whatever they were called; `named` may only be nearer. */
export async function inspect(part: Part, named: string | null): Promise<FileFacts> {
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
