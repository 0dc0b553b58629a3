import { AI_ENDPOINTS, type AiEndpoint } from '../../../shared/ai/endpoints';

interface ServedRoute {
  /** Endpoints of a provider that serve it. */
  by: readonly AiEndpoint[];
  /** `uses` are what the operator set, null if nothing. */
  suits: (uses: readonly string[] | null, outputs: readonly string[]) => boolean;
}

const WITHOUT_TEXT = new Set(['transcribe', 'embed']);

const generatesText: ServedRoute['suits'] = (uses, outputs) =>
  outputs.includes('text') && !(uses !== null && uses.length > 0 && uses.every((use) => WITHOUT_TEXT.has(use)));

/** Routes of the gateway, and which models they are listed for. */
const SERVED: Partial<Record<AiEndpoint, ServedRoute>> = {
  chat_completions: { by: ['chat_completions'], suits: generatesText },
};

/** Paths of the operations that accept a model. */
export function servedEndpoints(
  offered: readonly AiEndpoint[],
  { uses, outputs }: { uses: readonly string[] | null; outputs: readonly string[] },
): string[] {
  return (Object.keys(SERVED) as AiEndpoint[])
    .filter((name) => {
      const route = SERVED[name];
      return route?.by.some((one) => offered.includes(one)) && route.suits(uses, outputs);
    })
    .map((name) => `/api/v1${AI_ENDPOINTS[name]}`);
}
