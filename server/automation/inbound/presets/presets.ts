import type { InboundPreset } from '../../../../shared/automation/preset';
import { SENDER_PRESETS } from './sender-presets';

const toolPreset = (preset: InboundPreset['preset'], label: string): InboundPreset => ({
  preset,
  label,
  auth: { mode: 'url_token' },
  headers: ['idempotency-key'],
  dedupe_key: null,
  type_source: null,
  secret_source: 'switchboard',
  sample_headers: { 'content-type': 'application/json' },
  sample_body: { message: 'Version 2 is out.' },
  mapping: { content: { text: '{{ body.message }}' } },
});

const TOOL_PRESETS: readonly InboundPreset[] = [
  {
    ...toolPreset('generic_hmac', 'Any HMAC'),
    auth: {
      mode: 'signature',
      scheme: 'generic_hmac',
      header: 'x-signature',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: 'body',
      timestamp_unit: 's',
      tolerance_seconds: 300,
      secret_encoding: 'utf8',
    },
    headers: [],
  },
  toolPreset('n8n', 'n8n'),
  toolPreset('zapier', 'Zapier'),
  toolPreset('make', 'Make'),
  toolPreset('custom', 'Custom'),
];

export const PRESET_CONFIGS: readonly InboundPreset[] = [...SENDER_PRESETS, ...TOOL_PRESETS];

const BY_NAME = new Map(PRESET_CONFIGS.map((preset) => [preset.preset, preset]));

export function presetOf(name: InboundPreset['preset']): InboundPreset {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`There is no preset ${name}.`);
  return found;
}
