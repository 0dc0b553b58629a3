import { RenderQr } from '../../../shared/links/qr-inputs';
import { procedure, router } from '../../trpc/procedures';
import { renderLinkQr } from './service';

export const linkQrRouter = router({
  render: procedure('links:read')
    .meta({
      surface: 'links',
      etag: true,
      errors: ['unprocessable'],
      raw: {
        'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 33 33">…</svg>',
        'image/png': 'The bytes of a picture.',
      },
      openapi: {
        method: 'GET',
        path: '/links/{link_id}/qr',
        tags: ['Links'],
        summary: 'Draw a QR code',
        description:
          'Returns the QR code of a link as SVG or PNG. Scans count as clicks with the trigger `qr`. Anybody may fetch the default look at `qr_url`.',
      },
    })
    .input(RenderQr)
    .query(({ ctx, input }) => renderLinkQr(ctx, input)),
});
