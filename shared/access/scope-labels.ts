import { AI_SCOPE_LABELS } from '../ai/labels';
import { AUTOMATION_SCOPE_LABELS } from '../automation/labels';
import { EVENT_SCOPE_LABELS } from '../events/labels';
import { LINK_SCOPE_LABELS } from '../links/labels';
import { USAGE_SCOPE_LABELS } from '../usage/labels';
import { WEBHOOK_SCOPE_LABELS } from '../webhooks/labels';
import { WHATSAPP_SCOPE_LABELS } from '../whatsapp/labels';
import { ACCESS_SCOPE_LABELS } from './labels';
import type { Scope } from './scopes';

export const SCOPE_LABELS = {
  ...AI_SCOPE_LABELS,
  ...USAGE_SCOPE_LABELS,
  ...ACCESS_SCOPE_LABELS,
  ...EVENT_SCOPE_LABELS,
  ...WEBHOOK_SCOPE_LABELS,
  ...WHATSAPP_SCOPE_LABELS,
  ...LINK_SCOPE_LABELS,
  ...AUTOMATION_SCOPE_LABELS,
  mcp: 'Use the service as an MCP server.',
} satisfies Record<Scope, string>;
