import { createHmac } from 'node:crypto';

/** Only this installation can compute it. */
export const domainProof = (secretKey: Uint8Array, token: string): string =>
  createHmac('sha256', secretKey).update(`switchboard|link-domain|${token}`).digest('hex');
