// No imports: the contract’s central lists, which are below every schema, import these.

export const LINK_IDS = { link: 'lnk', domain: 'dom', tag: 'tag', click: 'clk' } as const;

export const LINK_SCOPES = [
  'links:read',
  'links:create',
  'links:write',
  'links.analytics:read',
  'links.domains:read',
  'links.domains:write',
] as const;
