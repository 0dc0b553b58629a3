import { router } from '../../trpc/procedures';
import { analyticsExport } from './analytics/router';
import { clicksExport } from './clicks/router';
import { linkExport } from './export/router';
import { linkImportUpload } from './imports/router';
import { linkQrRouter } from './qr/router';

/** What carries files: pictures, imports, exports. */
export const linksRawRouter = router({
  analytics: router({ export: analyticsExport }),
  clicks: router({ export: clicksExport }),
  export: linkExport,
  imports: router({ create: linkImportUpload }),
  qr: linkQrRouter,
});
