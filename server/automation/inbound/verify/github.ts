import { bodyHmac } from './body-hmac';

export const github = bodyHmac('x-hub-signature-256', 'hex', 'sha256=');
