import { queryOptions } from '@tanstack/react-query';

import type { Surface } from '../../../shared/surfaces';
import type { OpenApi } from './document';

export const documentUrl = (surface: Surface): string => `/api/v1/openapi.json?surface=${surface}`;

/** The OpenAPI document of one surface. */
export const documentQuery = (surface: Surface) =>
  queryOptions({
    queryKey: ['openapi', surface],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<OpenApi> => {
      const response = await fetch(documentUrl(surface));
      if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
      return (await response.json()) as OpenApi;
    },
  });
