import type { RenderQr } from '../../../shared/links/qr-inputs';
import type { RawAnswer } from '../../raw';
import type { LinksContext } from '../context';
import { linkDomainInfos } from '../domains/find';
import { requireLink } from '../links/find';
import { shortUrlOf } from '../links/present';
import { renderQr } from './render';

/** Throws 422 `unprocessable` for colours with too little contrast. */
export async function renderLinkQr(ctx: LinksContext, input: RenderQr): Promise<RawAnswer> {
  const { link_id, download, ...look } = input;
  const row = await requireLink(ctx, ctx.db, link_id);
  const domainInfos = await linkDomainInfos(ctx, ctx.db, [row.domainId]);
  const { headers, body } = renderQr(shortUrlOf(domainInfos.get(row.domainId), row.slug), look);
  // Only characters that every file system accepts.
  const name = row.slug.replaceAll(/[^\w-]+/g, '-').slice(0, 100);
  return {
    headers: {
      ...headers,
      'Cache-Control': 'private, no-cache',
      ...(download ? { 'Content-Disposition': `attachment; filename="qr-${name}.${look.format}"` } : {}),
    },
    body,
  };
}
