import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, type Outputs } from '../../../../trpc';
import { useCountdown } from '../../../../ui/form/use-countdown';
import { retryAfterOf } from '../../../../ui/problem';

export type TestResult = Outputs['webhooks']['test'];
export type EventType = TestResult['delivery']['event_type'];
export const DEFAULT_TYPE: EventType = 'webhook.tested';

export type WebhookTest = ReturnType<typeof useWebhookTest>;

/** One test at a time: its event type, its result, and how long to wait after too many. */
export function useWebhookTest(webhookId: string) {
  const trpc = useTRPC();
  const [type, setType] = useState<EventType>(DEFAULT_TYPE);
  const [wait, setWait] = useCountdown();
  const { mutate, isPending, data, error } = useMutation(
    trpc.webhooks.test.mutationOptions({
      onError: (problem) => setWait(retryAfterOf(problem) ?? 0),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.deliveries.list.pathKey() }),
    }),
  );
  const input = { webhook_id: webhookId, event_type: type } as Parameters<typeof mutate>[0];
  return { type, setType, wait, input, isPending, result: data, error, send: () => mutate(input) };
}
