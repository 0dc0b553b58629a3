import { createHmac } from 'node:crypto';

/** Only this installation can compute the answer at the verification path of a link domain. */
export const domainProof = (secretKey: Uint8Array, token: string): string =>
  createHmac('sha256', secretKey).update(`switchboard|link-domain|${token}`).digest('hex');
