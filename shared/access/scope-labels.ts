import { AI_SCOPE_LABELS } from '../ai/module';
import { AUTOMATION_SCOPE_LABELS } from '../automation/module';
import { EVENT_SCOPE_LABELS } from '../events/module';
import { LINK_SCOPE_LABELS } from '../links/module';
import { USAGE_SCOPE_LABELS } from '../usage/module';
import { WEBHOOK_SCOPE_LABELS } from '../webhooks/module';
import { WHATSAPP_SCOPE_LABELS } from '../whatsapp/module';
import { ACCESS_SCOPE_LABELS } from './module';
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
