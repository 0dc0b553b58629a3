import { useForm, type UseFormInput } from '@mantine/form';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { useStoredValues } from '../../../ui/form/use-stored-values';
import { toast } from '../../../ui/toast/toast';
import type { Instance, InstanceChange } from '../labels';
import { t } from './texts';

interface Options<Values extends object> {
  of: Instance;
  values: Values;
  validate?: UseFormInput<Values>['validate'];
  changeOf: (base: Values, draft: Values) => Partial<InstanceChange>;
}

/** Sends only the fields that were edited; the others follow the instance. */
export function useSettingsForm<Values extends object>({ of, values, validate, changeOf }: Options<Values>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm<Values>({ initialValues: values, ...(validate === undefined ? {} : { validate }) });
  const isDirty = form.isDirty();
  const send = useStoredValues(form, values);

  const input = (draft: Values) => ({ instance_id: of.id, ...changeOf(form.getInitialValues(), draft) });
  return {
    form,
    isDirty,
    input: () => input(form.getValues()),
    save: (draft: Values): Promise<void> =>
      send(async (onStored) => {
        const saved = await client.whatsapp.instances.update.mutate(input(draft));
        // Secret fields are emptied, and numbers are shown as stored.
        onStored(values);
        queryClient.setQueryData(trpc.whatsapp.instances.get.queryKey({ instance_id: of.id }), saved);
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
        toast(t('settingsSaved'));
      }),
  };
}
