import { equalsAny } from './compare';
import type { Verify } from './types';

/** Signs nothing: the secret itself stands in a header. */
export const gitlab: Verify = ({ headers }, secrets) => {
  const given = headers.get('x-gitlab-token');
  if (!given) return 'signature_missing';
  return equalsAny([given], secrets) ? 'valid' : 'signature_invalid';
};
