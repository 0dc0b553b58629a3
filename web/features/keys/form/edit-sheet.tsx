import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { EditConflict } from '../../../ui/form/edit-conflict';
import { Form } from '../../../ui/form/form';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { toast } from '../../../ui/toast/toast';
import { KeyAccess } from '../access';
import type { Key } from '../labels';
import { checkDraft, type KeyDraft } from './draft';
import { changesOf, conflictFields, draftOfKey, draftOfSides, sidesOf, sidesOfKey } from './edit-draft';
import { AdvancedFields, MainFields } from './fields';
import { t } from './texts';

import '../keys.css';

export function EditSheet({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm<KeyDraft>({ initialValues: draftOfKey(of), validate: checkDraft });
  const keys = { queryKey: trpc.keys.pathKey() };
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOfKey,
    form,
    refresh: () => queryClient.invalidateQueries(keys, { throwOnError: true }),
  });

  const save = (values: KeyDraft, from: Key) =>
    stale.guard(async () => {
      await client.keys.update.mutate(changesOf(from, values), { context: { ...onVersion(from.version) } });
      await queryClient.invalidateQueries(keys);
      toast(t('keySaved'));
      onClose();
    });

  return (
    <Sheet title={t('editTitle', { name: of.name })} size={960} onClose={onClose}>
      <EditConflict
        of={{ ...stale, valuesOf: sidesOfKey, mine: sidesOf(form.values) }}
        id={of.id}
        what={t('key')}
        fields={conflictFields()}
        onSave={(sides, onto) => save(draftOfSides(sides), onto)}
      />
      <div className="keys-create">
        <Form
          form={form}
          onSubmit={(values) => save(values, stale.base)}
          submit={t('saveChanges')}
          actions={
            <>
              <CopyAsCode operation="keys_update" input={() => ({ ...changesOf(stale.base, form.getValues()) })} />
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
            </>
          }
        >
          <MainFields form={form} />
          <AdvancedFields form={form} isOpen isKindFixed />
        </Form>
        <aside aria-label={t('accessOfKey')}>
          <KeyAccess access={form.values} isPublic={of.kind === 'pk'} />
        </aside>
      </div>
    </Sheet>
  );
}
