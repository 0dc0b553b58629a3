import { Me } from '../../../shared/access/me';
import { NoInput, router } from '../../trpc/procedures';
import { keyRoute } from '../../trpc/routes';
import { describeKey } from './me';

export const meRouter = router({
  get: keyRoute('GET /me', 'Get the calling key', {
    description:
      'Returns the API key of this request with its workspace, scopes and limits. Use it to check that a key works.',
  }).run(NoInput, Me, describeKey),
});
