import { router } from '../trpc/procedures';
import { analyticsExport } from './analytics/procedures';
import { clicksExport } from './click-log/procedures';
import { linkExport } from './export/procedures';
import { linkImportUpload } from './imports/procedures';
import { linkQrRouter } from './qr/procedures';

export const linksRawRouter = router({
  analytics: router({ export: analyticsExport }),
  clicks: router({ export: clicksExport }),
  export: linkExport,
  imports: router({ create: linkImportUpload }),
  qr: linkQrRouter,
});
