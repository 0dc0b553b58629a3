import { equalsAny } from './compare';
import type { Verify } from './types';

/** GitLab sends the secret itself in a header instead of a signature. */
export const gitlab: Verify = ({ headers }, secrets) => {
  const given = headers.get('x-gitlab-token');
  if (!given) return 'signature_missing';
  return equalsAny([given], secrets) ? 'valid' : 'signature_invalid';
};
