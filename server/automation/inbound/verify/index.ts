import type { EndpointAuth, SignatureScheme } from '../../../../shared/automation/endpoint-auth';
import { genericHmac } from './generic-hmac';
import { github } from './github';
import { gitlab } from './gitlab';
import { shopify } from './shopify';
import { standardWebhooks } from './standard-webhooks';
import { stripe } from './stripe';
import type { Verify } from './types';
import { woocommerce } from './woocommerce';

const SCHEMES: Record<Exclude<SignatureScheme, 'generic_hmac'>, Verify> = {
  github,
  gitlab,
  stripe,
  shopify,
  woocommerce,
  standard_webhooks: standardWebhooks,
};

/** How signatures of an endpoint are judged. */
export const verifierOf = (auth: Extract<EndpointAuth, { mode: 'signature' }>): Verify =>
  auth.scheme === 'generic_hmac' ? genericHmac(auth) : SCHEMES[auth.scheme];
