import { bodyHmac } from './body-hmac';

export const shopify = bodyHmac('x-shopify-hmac-sha256', 'base64');
