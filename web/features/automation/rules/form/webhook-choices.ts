import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { useCan } from '../../../../ui/shell/workspace';

const MAX_WEBHOOKS = 50;

interface WebhookChoice {
  /** Id of the webhook. */
  value: string;
  label: string;
}

export function useWebhooks(): { choices: WebhookChoice[]; isLoading: boolean } {
  const trpc = useTRPC();
  const { data, isLoading } = useQuery(
    trpc.webhooks.list.queryOptions({ limit: MAX_WEBHOOKS }, { enabled: useCan()('webhooks:read') }),
  );
  return { choices: (data?.data ?? []).map(({ id, name, url }) => ({ value: id, label: name ?? url })), isLoading };
}

export const useWebhookChoices = (): WebhookChoice[] => useWebhooks().choices;
