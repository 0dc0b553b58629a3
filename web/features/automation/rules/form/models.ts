import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { useCan } from '../../../../ui/shell/workspace';

const ENDPOINTS = { chat: '/api/v1/chat/completions', transcription: '/api/v1/audio/transcriptions' };
const ECHO = 'switchboard/echo';

export interface ModelChoices {
  aliases: string[];
  /** Ids of models. */
  models: string[];
  /** What a new step uses; empty without a model. */
  first: string;
  isLoading: boolean;
}

export type ModelUse = keyof typeof ENDPOINTS;

export function useModelChoices(use: ModelUse): ModelChoices {
  const trpc = useTRPC();
  const { data, isLoading } = useQuery(trpc.models.list.queryOptions({}, { enabled: useCan()('models:read') }));
  const able = (data?.data ?? []).filter(({ supported_endpoints: endpoints }) => endpoints.includes(ENDPOINTS[use]));
  const aliases = [...new Set(able.flatMap((model) => model.aliases))].toSorted();
  const models = able.map(({ id }) => id);
  const real = models.find((id) => id !== ECHO);
  return { aliases, models, isLoading, first: aliases.includes('default') ? 'default' : (real ?? models[0] ?? '') };
}
