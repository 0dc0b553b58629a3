import { createHmac } from 'node:crypto';

/** What only this installation answers at the verification path of a link domain: no other can be made to say it. */
export const domainProof = (secretKey: Uint8Array, token: string): string =>
  createHmac('sha256', secretKey).update(`switchboard|link-domain|${token}`).digest('hex');
