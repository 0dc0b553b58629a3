import type { EndpointAuth, SignatureScheme } from '../../../../../shared/automation/endpoint-auth';
import { bodyHmac } from './body-hmac';
import { genericHmac } from './generic-hmac';
import { gitlab } from './gitlab';
import { standardWebhooks } from './standard-webhooks';
import { stripe } from './stripe';
import type { Verify } from './types';

const SCHEMES: Record<Exclude<SignatureScheme, 'generic_hmac'>, Verify> = {
  github: bodyHmac('x-hub-signature-256', 'hex', 'sha256='),
  gitlab,
  stripe,
  shopify: bodyHmac('x-shopify-hmac-sha256', 'base64'),
  woocommerce: bodyHmac('x-wc-webhook-signature', 'base64'),
  standard_webhooks: standardWebhooks,
};

export const verifierOf = (auth: Extract<EndpointAuth, { mode: 'signature' }>): Verify =>
  auth.scheme === 'generic_hmac' ? genericHmac(auth) : SCHEMES[auth.scheme];
