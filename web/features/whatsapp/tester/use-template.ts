import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';

export function useTemplate(instanceId: string, templateId: string | undefined) {
  const trpc = useTRPC();
  const mayRead = useCan()('whatsapp.templates:read');
  const { data } = useQuery(
    trpc.whatsapp.templates.get.queryOptions(
      { instance_id: instanceId, template_id: templateId ?? '' },
      { enabled: mayRead && templateId !== undefined },
    ),
  );
  return data && { name: data.name, language: data.language };
}
