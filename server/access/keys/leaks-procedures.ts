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
          'Reports API keys that were found in public. Each active secret key is revoked, or its workspace is notified, depending on the `leaked_key_policy` of the workspace. For a publishable key the workspace is only notified. The response is the same whether or not a key exists. One address can send at most 60 reports an hour.',
      },
    })
    .input(ReportLeakedKeys)
    .output(LeakReport)
    .mutation(({ ctx, input }) => reportLeakedKeys(ctx, input)),
});
