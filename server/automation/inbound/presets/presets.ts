import type { InboundPreset } from '../../../../shared/automation/preset';
import { SENDER_PRESETS } from './sender-presets';
import { TOOL_PRESETS } from './tool-presets';

export const PRESET_CONFIGS: readonly InboundPreset[] = [...SENDER_PRESETS, ...TOOL_PRESETS];

const BY_NAME = new Map(PRESET_CONFIGS.map((preset) => [preset.preset, preset]));

export function presetOf(name: InboundPreset['preset']): InboundPreset {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`There is no preset ${name}.`);
  return found;
}
