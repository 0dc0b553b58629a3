/** `openapi-typescript` writes with TypeScript’s own printer, which version 7 has not; front ends that use it have 5 or 6. */
import * as typescript from '@typescript/typescript6';

Bun.plugin({
  name: 'TypeScript 6',
  setup(build) {
    build.module('typescript', () => ({ exports: typescript, loader: 'object' }));
  },
});
