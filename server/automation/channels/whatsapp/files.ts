import { LRUCache } from 'lru-cache';

import type { MessageContent, SendContent } from '../../../../shared/whatsapp/content';
import { type MediaRow, storeContent, waMedia, type Work } from '../../../whatsapp';
import type { WriteContext } from '../channel';

export interface StoredContent {
  content: MessageContent;
  media: MediaRow | null;
}

/** An evicted file is only fetched again. */
const known = new LRUCache<string, string>({ max: 1000 });

/** All recipients on an instance share one file. */
export async function storeSharedFiles(
  { ctx }: Pick<WriteContext, 'ctx'>,
  work: Work,
  publicationId: string,
  content: SendContent,
  own: Map<string, string>,
): Promise<StoredContent> {
  const { whatsapp } = ctx;
  const { tx, instance } = work;
  return storeContent(
    work,
    {
      async take(on, order) {
        if ('media_id' in order.source) return whatsapp.media.take(on, order);
        const key = keyOf([publicationId, instance.id, order.kind, order.filename, order.source]);
        const shared = await tx.get(waMedia, own.get(key) ?? known.get(key) ?? '');
        if (shared?.status === 'pending' || shared?.status === 'ready') return shared;
        const row = await whatsapp.media.take(on, order);
        own.set(key, row.id);
        tx.store.afterCommit(() => known.set(key, row.id));
        return row;
      },
    },
    content,
    null,
  );
}

const keyOf = (parts: readonly unknown[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex');
