import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC, useTRPCClient } from '../../../../trpc';
import { recipientName } from '../labels';
import { targetsOf, type Choice } from './target-draft';

/** Recipients per preview. */
const LIMIT = 100;

const isUnnamed = ({ label, to }: Choice): boolean => label === to;

/** Labels of recipients that came as ids or numbers, read from a preview. */
export function useLabels(chosen: readonly Choice[]): (choice: Choice) => string {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const unnamed = chosen.filter(isUnnamed).slice(0, LIMIT);
  // The text does not matter: nothing is written.
  const input = { content: { text: '-' }, targets: targetsOf(unnamed), on_invalid_target: 'skip' as const };
  const { data } = useQuery({
    queryKey: [...trpc.automation.publications.preview.mutationKey(), 'labels', input.targets],
    enabled: unnamed.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => (await client.automation.publications.preview.mutate(input)).deliveries,
  });
  return (choice) => {
    const named = data?.find(
      ({ channel, instance_id: instance, to }) =>
        channel === choice.channel && instance === choice.instance_id && to === choice.to,
    );
    return isUnnamed(choice) && named ? recipientName(named) : choice.label;
  };
}
