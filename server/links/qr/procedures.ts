import { RenderQr } from '../../../shared/links/qr-inputs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { renderLinkQr } from './service';

const read = routesFor('links:read');

export const linkQrRouter = router({
  render: read('GET /links/{link_id}/qr', 'Get the QR code of a link', {
    description:
      'Returns the QR code of a link as SVG or PNG. Scans count as clicks with the trigger `qr`. The QR code with the default options is public at the `qr_url` of the link.',
    etag: true,
    errors: ['unprocessable'],
    raw: {
      'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 33 33">…</svg>',
      'image/png': 'The bytes of a picture.',
    },
  }).run(RenderQr, renderLinkQr),
});
