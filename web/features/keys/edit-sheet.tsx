import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { onVersion, queryClient, useTRPC, type Inputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Sheet } from '../../ui/dialog';
import { Form } from '../../ui/form/form';
import { isCode } from '../../ui/problem';
import { toast } from '../../ui/toast';
import { checkDraft, expiryOf, linesOf, rateLimitOf, resourceLines, resourcesOf, type KeyDraft } from './draft';
import { AdvancedFields, MainFields } from './fields';
import { Reach } from './reach';
import type { Key } from './words';

import './keys.css';

const draftOfKey = (key: Key): KeyDraft => ({
  kind: key.kind,
  name: key.name,
  expiry: key.expires_at === null ? 'never' : 'date',
  expires_at: key.expires_at === null ? '' : dayOf(key.expires_at),
  full_access: key.full_access,
  scopes: key.scopes,
  allowed_origins: key.allowed_origins.join('\n'),
  allowed_cidrs: key.allowed_cidrs.join('\n'),
  browser_use: key.browser_use,
  resources: resourceLines(key.resources),
  rate_limit: key.rate_limit ?? { requests: '', window_seconds: 60 },
});

/** The day here, as a date field has it. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString('sv');

/** The API lifts the narrowing with null. */
const noneAsNull = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);

/** Changes a key; only what differs is sent. */
export function EditSheet({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const update = useMutation(trpc.keys.update.mutationOptions({ trpc: { context: onVersion(of.version) } }));
  const form = useForm<KeyDraft>({ initialValues: draftOfKey(of), validate: checkDraft });

  const is = (...names: (keyof KeyDraft)[]) => names.some((name) => form.isDirty(name));
  const inputOf = (draft: KeyDraft): Inputs['keys']['update'] => {
    return {
      key_id: of.id,
      ...(is('name') ? { name: draft.name.trim() } : {}),
      ...(is('expiry', 'expires_at') ? { expires_at: expiryOf(draft) } : {}),
      ...(is('full_access') ? { full_access: draft.full_access } : {}),
      ...(is('scopes') && !draft.full_access ? { scopes: draft.scopes } : {}),
      ...(is('allowed_origins') ? { allowed_origins: linesOf(draft.allowed_origins) } : {}),
      ...(is('allowed_cidrs') ? { allowed_cidrs: linesOf(draft.allowed_cidrs) } : {}),
      ...(is('browser_use') ? { browser_use: draft.browser_use } : {}),
      ...(is('rate_limit') ? { rate_limit: rateLimitOf(draft) } : {}),
      ...(is('resources') ? { resources: noneAsNull(resourcesOf(draft)) } : {}),
    };
  };

  const send = async (values: KeyDraft) => {
    await update.mutateAsync(inputOf(values));
    await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    toast('Key changed');
    onClose();
  };

  return (
    <Sheet title={`Change “${of.name}”`} size={960} onClose={onClose}>
      <div className="keys-create">
        <Form
          form={form}
          onSubmit={send}
          submit="Save changes"
          explain={(error) =>
            isCode(error, 'precondition_failed')
              ? 'Another member changed this key meanwhile. Close this, look at the key, and change it again.'
              : undefined
          }
          actions={
            <>
              <CopyAsCode operation="keys_update" input={() => ({ ...inputOf(form.getValues()) })} />
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
