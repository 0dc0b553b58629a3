import type { InboundEndpoint, InboundEndpointWithSecret } from '../../../../shared/automation/endpoint';
import type { EndpointAuth } from '../../../../shared/automation/endpoint-auth';
import type { InboundRequestSummary } from '../../../../shared/automation/inbound-request';
import type { EndpointPreset } from '../../../../shared/automation/preset';
import type { Tone } from '../../../ui/tag';

export type Endpoint = InboundEndpoint;
export type EndpointWithSecret = InboundEndpointWithSecret;
export type InboundRequestRow = InboundRequestSummary;
type InboundStatus = InboundRequestSummary['status'];

export const STATUSES = {
  collecting_samples: { label: 'Capturing', tone: 'info' },
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
} satisfies Record<Endpoint['status'], { label: string; tone: Tone }>;

export const REQUEST_STATUSES = {
  pending: { label: 'Pending', tone: 'neutral' },
  accepted: { label: 'Accepted', tone: 'success' },
  recorded: { label: 'Recorded', tone: 'info' },
  filtered: { label: 'Filtered', tone: 'neutral' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'error' },
  failed: { label: 'Failed', tone: 'error' },
} satisfies Record<InboundStatus, { label: string; tone: Tone }>;

export const MODES = {
  publish: 'Publish it',
  draft: 'Keep it as a draft',
  approval: 'Ask for approval first',
  record: 'Only record it, for rules and webhooks',
} satisfies Record<Endpoint['mode'], string>;

export const PRESET_NAMES = {
  github: 'GitHub',
  gitlab: 'GitLab',
  stripe: 'Stripe',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  standard_webhooks: 'Standard Webhooks',
  generic_hmac: 'Any HMAC',
  n8n: 'n8n',
  zapier: 'Zapier',
  make: 'Make',
  custom: 'Anything else',
} satisfies Record<EndpointPreset, string>;

const AUTHS = {
  url_token: 'A token in the address',
  api_key: 'An API key',
  header: 'A secret in a header',
  basic: 'User name and password',
  signature: 'A signature of the body',
} satisfies Record<EndpointAuth['mode'], string>;

export const authLabel = (auth: EndpointAuth): string =>
  auth.mode === 'header'
    ? `A secret in the header ${auth.header}`
    : auth.mode === 'signature'
      ? `A signature (${PRESET_NAMES[auth.scheme]})`
      : AUTHS[auth.mode];

export const hasSecret = ({ mode }: EndpointAuth): boolean => mode !== 'url_token' && mode !== 'api_key';

export const REASONS = {
  method_not_allowed: 'The endpoint does not take this method.',
  payload_too_large: 'The body is larger than the endpoint takes.',
  unsupported_content_type: 'The endpoint does not take this media type.',
  ip_not_allowed: 'The sender’s address is not on the list.',
  origin_not_allowed: 'The page that sent it is not on the list.',
  unauthorized: 'The token, key, header or password is missing or wrong.',
  signature_missing: 'The signature is missing: give the sender the secret.',
  signature_invalid: 'The signature does not match: the sender has another secret, or the body was changed on its way.',
  signature_stale: 'The signature is too old or too new: look at the sender’s clock.',
  rate_limited: 'More requests came than the endpoint takes a minute.',
  loop_detected: 'It goes round in a circle: our own webhooks and rules led to it.',
  endpoint_paused: 'The endpoint is paused.',
  payload_missing: 'There was no body.',
  unparsable_body: 'The body is not what its media type says.',
  ping: 'The sender only tried the address.',
  sample_stored: 'Kept as a sample: the endpoint is capturing.',
  duplicate: 'It came before.',
  filtered: 'A condition does not hold.',
  mapping_failed: 'A template of the mapping failed.',
  missing_value: 'The request does not have a value that the mapping names.',
  empty_content: 'The mapping made no text and no file.',
  target_unresolved: 'A recipient does not exist.',
  target_not_allowed: 'A recipient came from the request, and the endpoint does not take those.',
  content_invalid: 'What the mapping made is not a publication.',
  quota_exceeded: 'The workspace has reached a limit.',
  storage_unavailable: 'It could not be stored; the sender was asked to send it again.',
} satisfies Record<NonNullable<InboundRequestRow['reason']>, string>;

export const STAGES = {
  find: 'Find the endpoint',
  limits: 'Size and type',
  authenticate: 'Sender',
  verify: 'Signature',
  rate: 'Rate',
  state: 'State',
  parse: 'Read the body',
  dedupe: 'Repeat?',
  filter: 'Only if',
  map: 'Mapping',
  resolve: 'Recipients',
  quota: 'Limits',
  create: 'Publish',
} satisfies Record<NonNullable<InboundRequestRow['stage']>, string>;

export const SECRET_LOST = 'If it is lost, make a new one on the page of the endpoint.';
