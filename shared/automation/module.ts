// No imports: the contract’s central lists, which are below every schema, import these.

export const AUTOMATION_IDS = {
  publication: 'pub',
  publicationDelivery: 'pdl',
  inboundEndpoint: 'iep',
  inboundRequest: 'inr',
  rule: 'rul',
  ruleRun: 'run',
} as const;

export const AUTOMATION_SCOPES = [
  'automation.endpoints:read',
  'automation.endpoints:write',
  'automation.inbound:publish',
  'automation.publications:read',
  'automation.publications:write',
  'automation.rules:read',
  'automation.rules:write',
] as const;
