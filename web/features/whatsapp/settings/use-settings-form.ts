import { useForm, type UseFormInput } from '@mantine/form';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { toast } from '../../../ui/toast/toast';
import type { Instance, InstanceChange } from '../labels';
import { t } from './texts';

interface Options<Values extends object> {
  of: Instance;
  values: Values;
  validate?: UseFormInput<Values>['validate'];
  changeOf: (base: Values, draft: Values) => Partial<InstanceChange>;
}

/** Sends only the fields that differ, and follows the instance until something is typed. */
export function useSettingsForm<Values extends object>({ of, values, validate, changeOf }: Options<Values>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm<Values>({ initialValues: values, ...(validate === undefined ? {} : { validate }) });
  const isSaving = useRef(false);
  const isDirty = form.isDirty();

  const current = JSON.stringify(values);
  const { setInitialValues, reset } = form;
  const follow = useEffectEvent(() => {
    if (isDirty && !isSaving.current) return;
    setInitialValues(JSON.parse(current) as Values);
    reset();
  });
  useLayoutEffect(() => {
    follow();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is new begins the form anew
  }, [current]);

  const input = (draft: Values) => ({ instance_id: of.id, ...changeOf(values, draft) });
  return {
    form,
    isDirty,
    input: () => input(form.getValues()),
    save: async (draft: Values): Promise<void> => {
      isSaving.current = true;
      try {
        const saved = await client.whatsapp.instances.update.mutate(input(draft));
        // The draft is stored now: secret fields are emptied, and numbers are shown as stored.
        reset();
        queryClient.setQueryData(trpc.whatsapp.instances.get.queryKey({ instance_id: of.id }), saved);
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
        toast(t('settingsSaved'));
      } finally {
        isSaving.current = false;
      }
    },
  };
}

/** The fields of a draft that differ. */
export function differing<Values extends object>(base: Values, draft: Values): Partial<Values> {
  const names = (Object.keys(draft) as (keyof Values)[]).filter(
    (name) => JSON.stringify(base[name]) !== JSON.stringify(draft[name]),
  );
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<Values>;
}
