export const SURFACES = {
  'getting-started': 'Getting started',
  whatsapp: 'WhatsApp API',
  links: 'API & Webhooks',
  automation: 'Automation API',
} as const;
export type Surface = keyof typeof SURFACES;
export const SURFACE_NAMES = Object.keys(SURFACES) as [Surface, ...Surface[]];

/** First names in the paths of procedures; others belong to Getting started. */
export const OPERATION_LABELS: Record<Exclude<Surface, 'getting-started'>, readonly string[]> = {
  whatsapp: ['whatsapp'],
  links: ['links', 'webhooks', 'webhook', 'events'],
  automation: ['automation', 'inbound'],
};

/** Accepts the path of a procedure and the id of an operation. */
export function surfaceOf(procedure: string): Surface {
  const [first = ''] = procedure.split(/[._]/, 1);
  const found = Object.entries(OPERATION_LABELS).find(([, words]) => words.includes(first));
  return (found?.[0] as Surface | undefined) ?? 'getting-started';
}
