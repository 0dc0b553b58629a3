import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC, useTRPCClient } from '../../../../trpc';
import { useRecipientNames, type Recipient } from '../../use-recipient-names';
import { targetsOf, type Choice } from './target-draft';

/** Recipients per preview. */
const LIMIT = 100;

const isUnnamed = ({ label, to }: Choice): boolean => label === to;

/** Labels of recipients that came as ids or numbers: of groups and webhooks from a preview, of people from contacts. */
export function useLabels(chosen: readonly Choice[]): (choice: Choice) => string {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const unnamed = chosen.filter(isUnnamed).slice(0, LIMIT);
  // The text does not matter: nothing is written.
  const input = { content: { text: '-' }, targets: targetsOf(unnamed), on_invalid_target: 'skip' as const };
  const { data = [] } = useQuery({
    queryKey: [...trpc.automation.publications.preview.mutationKey(), 'labels', input.targets],
    enabled: unnamed.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => (await client.automation.publications.preview.mutate(input)).deliveries,
  });
  const recipientOf = ({ channel, instance_id: instance, to, label }: Choice): Recipient => {
    const known = data.find((one) => one.channel === channel && one.instance_id === instance && one.to === to);
    return { channel, instance_id: instance, to, label: (label === to && known?.label) || label };
  };
  const nameOf = useRecipientNames(chosen.map(recipientOf));
  return (choice) => nameOf(recipientOf(choice));
}
