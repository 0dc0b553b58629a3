import { LeakReport, ReportLeakedKeys } from '../../../shared/access/leaked-keys';
import { publicProcedure, router } from '../../trpc/procedures';
import { reportLeakedKeys } from './leaks';

export const leakedKeysRouter = router({
  report: publicProcedure
    .meta({
      surface: 'getting-started',
      status: 202,
      openapi: {
        method: 'POST',
        path: '/leaked-keys',
        tags: ['Keys'],
        summary: 'Report leaked keys',
        description:
          'Tells of keys that were found in public. Each one that works is revoked, or its workspace is alerted, as the workspace chose; a publishable key is only told of. The answer is the same whatever was found. At most 60 reports an hour from one address.',
      },
    })
    .input(ReportLeakedKeys)
    .output(LeakReport)
    .mutation(({ ctx, input }) => reportLeakedKeys(ctx, input)),
});
