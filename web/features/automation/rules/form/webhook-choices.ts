import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { useCan } from '../../../../ui/shell/workspace';

const MAX_WEBHOOKS = 50;

export function useWebhookChoices(): { value: string; label: string }[] {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.webhooks.list.queryOptions({ limit: MAX_WEBHOOKS }, { enabled: useCan()('webhooks:read') }),
  );
  return (data?.data ?? []).map(({ id, name, url }) => ({ value: id, label: name ?? url }));
}
