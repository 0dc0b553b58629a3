import { z } from 'zod';

import { Me } from '../../../shared/access/me';
import { keyProcedure, optionalInput, router } from '../../trpc/procedures';
import { describeKey } from './me';

export const meRouter = router({
  get: keyProcedure
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/me',
        tags: ['Me'],
        summary: 'Read the calling key',
        description:
          'Tells which key is calling, its workspace, its scopes and its limits. The quickest check of a key.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(Me)
    .query(({ ctx }) => describeKey(ctx.actor)),
});
