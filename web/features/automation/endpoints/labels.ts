import type { InboundEndpoint, InboundEndpointWithSecret } from '../../../../shared/automation/endpoint';
import type { EndpointAuth } from '../../../../shared/automation/endpoint-auth';
import type { InboundRequestSummary } from '../../../../shared/automation/inbound-request';
import type { EndpointPreset } from '../../../../shared/automation/preset';
import type { Tone } from '../../../ui/tag';
import type { StateLabels } from '../state-tag';
import { t } from './texts';

export type Endpoint = InboundEndpoint;
export type EndpointWithSecret = InboundEndpointWithSecret;
export type InboundRequestRow = InboundRequestSummary;
type InboundStatus = InboundRequestSummary['status'];
export type Reason = NonNullable<InboundRequestRow['reason']>;

/** The label is read when it is shown: a translation may come after this module. */
const state = (label: () => string, tone: Tone): StateLabels => ({
  get label() {
    return label();
  },
  tone,
});

export const STATUSES: Record<Endpoint['status'], StateLabels> = {
  collecting_samples: state(() => t('status_collecting_samples'), 'info'),
  active: state(() => t('status_active'), 'success'),
  paused: state(() => t('status_paused'), 'warning'),
};

export const REQUEST_STATUSES: Record<InboundStatus, StateLabels> = {
  pending: state(() => t('request_pending'), 'neutral'),
  accepted: state(() => t('request_accepted'), 'success'),
  recorded: state(() => t('request_recorded'), 'info'),
  filtered: state(() => t('request_filtered'), 'neutral'),
  duplicate: state(() => t('request_duplicate'), 'neutral'),
  rejected: state(() => t('request_rejected'), 'error'),
  failed: state(() => t('request_failed'), 'error'),
};

export const optionsOf = <T extends string>(labels: Readonly<Record<T, StateLabels>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value].label }));

export const MODES = ['publish', 'draft', 'approval', 'record'] as const satisfies readonly Endpoint['mode'][];
export const modeLabel = (mode: Endpoint['mode']): string => t(`mode_${mode}`);

export const PRESETS = [
  'github',
  'gitlab',
  'stripe',
  'shopify',
  'woocommerce',
  'standard_webhooks',
  'generic_hmac',
  'n8n',
  'zapier',
  'make',
  'custom',
] as const satisfies readonly EndpointPreset[];

const BRANDS: Partial<Record<EndpointPreset, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  stripe: 'Stripe',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  standard_webhooks: 'Standard Webhooks',
  n8n: 'n8n',
  zapier: 'Zapier',
  make: 'Make',
};
/** The sender as it calls itself; what is none has a name of ours. */
export const presetName = (preset: EndpointPreset): string =>
  BRANDS[preset] ?? t(preset === 'generic_hmac' ? 'preset_generic_hmac' : 'preset_custom');

export function authLabel(auth: EndpointAuth): string {
  if (auth.mode === 'header') return t('authHeader', { name: auth.header });
  if (auth.mode === 'signature') return t('authSignature', { scheme: presetName(auth.scheme) });
  return t(`auth_${auth.mode}`);
}

export const hasSecret = ({ mode }: EndpointAuth): boolean => mode !== 'url_token' && mode !== 'api_key';

export const REASONS = [
  'method_not_allowed',
  'payload_too_large',
  'unsupported_content_type',
  'unsupported_content_encoding',
  'ip_not_allowed',
  'origin_not_allowed',
  'unauthorized',
  'signature_missing',
  'signature_invalid',
  'signature_stale',
  'rate_limited',
  'loop_detected',
  'endpoint_paused',
  'payload_missing',
  'unparsable_body',
  'ping',
  'sample_stored',
  'duplicate',
  'filtered',
  'mapping_failed',
  'missing_value',
  'empty_content',
  'target_unresolved',
  'target_not_allowed',
  'content_invalid',
  'quota_exceeded',
  'storage_unavailable',
] as const satisfies readonly Reason[];
/** In a sentence, with what to do. */
export const reasonText = (reason: Reason): string => t(`reason_${reason}`);
/** In a few words, to select it. */
export const reasonName = (reason: Reason): string => t(`why_${reason}`);
export const stageName = (stage: NonNullable<InboundRequestRow['stage']>): string => t(`stage_${stage}`);
