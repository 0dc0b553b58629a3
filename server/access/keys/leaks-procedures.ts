import { LeakReport, ReportLeakedKeys } from '../../../shared/access/leaked-keys';
import { router } from '../../trpc/procedures';
import { publicRoute } from '../../trpc/routes';
import { reportLeakedKeys } from './leaks';

export const leakedKeysRouter = router({
  report: publicRoute('POST /leaked-keys', 'Report leaked keys', {
    description:
      'Reports API keys that were found in public. Each active secret key is revoked, or its workspace is notified, depending on the `leaked_key_policy` of the workspace. For a publishable key the workspace is only notified. The response is the same whether or not a key exists. One address can send at most 60 reports an hour.',
    status: 202,
  }).run(ReportLeakedKeys, LeakReport, reportLeakedKeys),
});
