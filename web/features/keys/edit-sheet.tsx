import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Sheet } from '../../ui/dialog';
import { Form } from '../../ui/form/form';
import { Stale } from '../../ui/form/stale';
import { useStale } from '../../ui/form/use-stale';
import { toast } from '../../ui/toast';
import { checkDraft, type KeyDraft } from './draft';
import { changesOf, draftOfKey, draftOfSides, SIDES, sidesOf } from './edit-draft';
import { AdvancedFields, MainFields } from './fields';
import { Reach } from './reach';
import type { Key } from './words';

import './keys.css';

/** Changes a key; only what differs is sent. */
export function EditSheet({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm<KeyDraft>({ initialValues: draftOfKey(of), validate: checkDraft });
  const keys = { queryKey: trpc.keys.pathKey() };
  const stale = useStale({
    current: of,
    valuesOf: draftOfKey,
    form,
    isSaving,
    refresh: () => queryClient.invalidateQueries(keys, { throwOnError: true }),
  });

  const save = (values: KeyDraft, from: Key) =>
    stale.guard(async () => {
      setIsSaving(true);
      try {
        await client.keys.update.mutate(changesOf(from, values), { context: { ...onVersion(from.version) } });
        await queryClient.invalidateQueries(keys);
        toast('Key changed');
        onClose();
      } finally {
        setIsSaving(false);
      }
    });

  return (
    <Sheet title={`Change “${of.name}”`} size={960} onClose={onClose}>
      {stale.isStale && (
        <Stale
          key={of.version}
          id={of.id}
          what="key"
          changedAt={of.updated_at}
          fields={SIDES}
          base={sidesOf(draftOfKey(stale.base))}
          theirs={sidesOf(draftOfKey(of))}
          mine={sidesOf(form.values)}
          submit="Save my choice"
          onResolve={(sides) => save(draftOfSides(sides), of)}
          onDiscard={() => stale.adopt(of)}
        />
      )}
      <div className="keys-create">
        <Form
          form={form}
          onSubmit={(values) => save(values, stale.base)}
          submit="Save changes"
          actions={
            <>
              <CopyAsCode operation="keys_update" input={() => ({ ...changesOf(stale.base, form.getValues()) })} />
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </>
          }
        >
          <MainFields form={form} />
          <AdvancedFields form={form} isOpen isKindFixed />
        </Form>
        <aside aria-label="What the key reaches">
          <Reach access={form.values} isPublic={of.kind === 'pk'} />
        </aside>
      </div>
    </Sheet>
  );
}
