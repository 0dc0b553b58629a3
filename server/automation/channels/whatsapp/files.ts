import type { MessageContent, SendContent } from '../../../../shared/whatsapp/content';
import type { MediaRow } from '../../../whatsapp/media/types';
import { storeContent } from '../../../whatsapp/messages/content';
import { waMedia } from '../../../whatsapp/schema/media';
import type { Work } from '../../../whatsapp/work';
import type { Hand } from '../channel';

/** A content as messages keep it, with its file. */
export interface Stored {
  content: MessageContent;
  media: MediaRow | null;
}

/** Files that are remembered; one that is forgotten is fetched once more. */
const KEPT = 1000;
const known = new Map<string, string>();

/** A content with its file, which all recipients of a publication on an instance share. */
export async function storeShared(
  { ctx }: Pick<Hand, 'ctx'>,
  work: Work,
  publicationId: string,
  content: SendContent,
  /** Files of this transaction. */
  own: Map<string, string>,
): Promise<Stored> {
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
        tx.store.afterCommit(() => remember(key, row.id));
        return row;
      },
    },
    content,
    null,
  );
}

const keyOf = (parts: readonly unknown[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex');

function remember(key: string, mediaId: string): void {
  known.delete(key);
  known.set(key, mediaId);
  if (known.size > KEPT) known.delete(known.keys().next().value ?? '');
}
